import { addresses } from '../../data/addresses.ts'
import { labelOf } from '../../data/entities.ts'
import { ROWS, useStart } from '../../data/start.ts'
import type { Planned } from '../../data/use-overview.ts'
import { Section } from '../../design/page.tsx'
import { Row, Rows } from '../../design/rows.tsx'
import { StatusMark } from '../../design/status-mark.tsx'
import { useFormats } from '../../words/formats.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import { useReasons } from './reasons.tsx'
import { scheduleWords } from './words.ts'

/** Failed publications with their reasons. Each row links to the first field to correct. */
export function FailedCard() {
  const said = useWords(scheduleWords)
  const formats = useFormats()
  const { untitled } = useWords(sharedWords)
  const reasons = useReasons()
  const failed = useStart()?.failed ?? []
  if (failed.length === 0) return null
  const note = (plan: Planned) => {
    const { action, runAt } = plan
    const when = said.at({ day: formats.day(runAt), time: formats.time(runAt) })
    return `${said.failed[action]({ when })} ${reasons(plan)}`
  }
  return (
    <Section title={said.attention}>
      <Rows label={said.attention}>
        {failed.slice(0, ROWS).map((plan) => (
          <Row
            key={plan.key}
            isTitle
            to={addressOf(plan)}
            name={plan.kind === 'global' ? labelOf(plan.entity) : plan.title || untitled}
            note={note(plan)}
            end={<StatusMark status="failed" />}
          />
        ))}
      </Rows>
    </Section>
  )
}

function addressOf({ kind, entity, id, issues: [first] }: Planned) {
  const search = first ? { field: first.path } : {}
  return kind === 'global' ? addresses.global(entity.slug, search) : addresses.document(entity.slug, id, search)
}
