import type { ReactNode } from 'react'
import { Facts, FoldedError, FoldedJson, Reference } from '../../design/fold-line.tsx'
import type { RelationshipTarget } from '../../fields/relationship-value.ts'
import { TargetTitle } from '../../fields/target-title.tsx'
import { useFormats } from '../../words/formats.ts'
import { useWords } from '../../words/use-words.ts'
import type { Job } from './job.ts'
import styles from './jobs.module.css'
import { jobsWords } from './words.ts'

export function JobDetails({ job, by }: { readonly job: Job; readonly by: RelationshipTarget | undefined }) {
  const said = useWords(jobsWords)
  const formats = useFormats()
  const { error, requestId } = job
  const at = (moment: string | null) => moment && <time dateTime={moment}>{formats.exact(moment)}</time>
  const who = job.isScheduled ? said.itself : by ? <TargetTitle target={by} /> : said.application
  const reference = requestId !== null && <Reference text={requestId} />
  const facts: readonly (readonly [name: string, value: ReactNode])[] = [
    [said.by, who],
    [said.created, at(job.createdAt)],
    [said.due, at(job.runAt)],
    [said.started, at(job.startedAt)],
    [said.finished, at(job.finishedAt)],
    [said.attempts, job.attempts > 0 ? formats.number(job.attempts) : null],
    [said.key, job.key],
    [said.request, reference],
  ]
  return (
    <>
      {error && (
        <FoldedError title={said.error}>
          <p dir="auto">{error.message}</p>
          {error.issues && error.issues.length > 0 && (
            <ul>
              {error.issues.map(({ path, message }) => (
                <li key={`${path}/${message}`}>
                  <code>{path}</code> {message}
                </li>
              ))}
            </ul>
          )}
          <p className={styles.code}>{error.code}</p>
        </FoldedError>
      )}
      <Facts facts={facts} />
      <FoldedJson title={said.input} value={job.input} />
      <FoldedJson title={said.result} value={job.result} />
    </>
  )
}
