import { Link } from '@tanstack/react-router'
import { addresses } from '../../data/addresses.ts'
import { labelOf } from '../../data/entities.ts'
import { ROWS, useStart } from '../../data/start.ts'
import { Section } from '../../design/page.tsx'
import { NoRows, Row, Rows } from '../../design/rows.tsx'
import { StatusMark } from '../../design/status-mark.tsx'
import { useFormats } from '../../words/formats.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import { Calendar } from './calendar.tsx'
import { useSchedulable } from '../../data/use-scheduled.ts'
import { scheduleWords } from './words.ts'

export function PlannedCard() {
  const said = useWords(scheduleWords)
  const formats = useFormats()
  const { untitled } = useWords(sharedWords)
  const schedulable = useSchedulable()
  const planned = useStart()?.planned
  if (schedulable.length === 0 || !planned) return null
  return (
    <Section title={said.upcoming} actions={<Link {...addresses.calendar()}>{said.calendar}</Link>}>
      <Calendar moments={planned.map(({ runAt }) => runAt)} />
      {planned.length === 0 && <NoRows>{said.nothingUpcoming}</NoRows>}
      <Rows label={said.upcoming}>
        {planned.slice(0, ROWS).map(({ key, kind, entity, id, action, runAt, title }) => (
          <Row
            key={key}
            isTitle
            to={kind === 'global' ? addresses.global(entity.slug) : addresses.document(entity.slug, id)}
            name={kind === 'global' ? labelOf(entity) : title || untitled}
            end={
              <StatusMark
                status="scheduled"
                text={said.job[action]({ when: said.at({ day: formats.day(runAt), time: formats.time(runAt) }) })}
              />
            }
          />
        ))}
      </Rows>
    </Section>
  )
}
