import { Link } from '@tanstack/react-router'
import type { DocumentContext } from '../../screens/feature.ts'
import margin from '../../screens/document/document-margin.module.css'
import { useFormats } from '../../words/formats.ts'
import { useWords } from '../../words/use-words.ts'
import { actionInWords } from './actions.ts'
import type { AddressedEntry } from '../../data/use-addressed-entry.ts'
import { addressOf, useDocumentEntries } from './entries.ts'
import { activityName } from './name-words.ts'
import { useSeesHistory } from './log-right.ts'
import { Who } from './entry-line.tsx'
import { activityWords } from './words.ts'

const SHOWN = 4

export function ActivitySection({ place }: DocumentContext) {
  return useSeesHistory(place.entity, place.id) ? <Latest {...place} /> : null
}

function Latest({ kind, entity, id }: DocumentContext['place']) {
  const place: AddressedEntry = { kind, entity, id: id ?? '' }
  const said = useWords(activityWords)
  const { activity } = useWords(activityName)
  const formats = useFormats()
  const { data } = useDocumentEntries(place, 1)
  if (!data) return null
  return (
    <section className={margin.section} aria-label={activity}>
      <h2 className={margin.heading}>
        <Link {...addressOf(place)}>{activity}</Link>
        <span className={margin.count}>{formats.number(data.pagination.totalDocs)}</span>
      </h2>
      <ol>
        {data.docs.slice(0, SHOWN).map((entry) => (
          <li key={entry.id} className={margin.entry}>
            <span>
              {actionInWords(entry, said)}
              {' · '}
              <Who entry={entry} />
            </span>
            <time dateTime={entry.at} title={formats.exact(entry.at)}>
              {formats.ago(entry.at)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  )
}
