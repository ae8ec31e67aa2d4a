import { Section } from '../../design/page.tsx'
import { Row, Rows } from '../../design/rows.tsx'
import { useFormats } from '../../words/formats.ts'
import { useWords } from '../../words/use-words.ts'
import type { Definitions } from './job.ts'
import { useJobLabel } from './use-jobs.ts'
import { jobsWords } from './words.ts'

export function Schedules({ definitions: { jobs } }: { readonly definitions: Definitions }) {
  const said = useWords(jobsWords)
  const formats = useFormats()
  const labelOf = useJobLabel()
  const scheduled = jobs.flatMap((job) => (job.schedule ? [{ job, schedule: job.schedule }] : []))
  if (scheduled.length === 0) return null
  return (
    <Section title={said.schedules}>
      <Rows label={said.schedules}>
        {scheduled.map(({ job, schedule: { cron, timezone, next } }) => {
          const [first] = next
          return (
            <Row
              key={job.name}
              name={labelOf(job)}
              note={<span dir="ltr">{said.zone({ cron, zone: timezone })}</span>}
              end={
                first === undefined ? (
                  said.never
                ) : (
                  <span title={next.map((moment) => formats.exact(moment)).join('\n')}>
                    {said.next({ when: `${formats.day(first)}, ${formats.time(first)}` })}
                  </span>
                )
              }
            />
          )
        })}
      </Rows>
    </Section>
  )
}
