import { addresses } from '../../data/addresses.ts'
import { labelOf } from '../../data/entities.ts'
import type { OverviewEntry } from '../../data/use-overview.ts'
import { Moment } from '../../design/moment.tsx'
import { Section } from '../../design/page.tsx'
import { NoRows, Row, Rows } from '../../design/rows.tsx'
import { StatusMark, statusOf } from '../../design/status-mark.tsx'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './home-screen.module.css'

interface EntriesProps {
  readonly title: string
  readonly entries: readonly OverviewEntry[]
  readonly empty?: string
  /** Shows titles only, for cards in the side column. */
  readonly isShort?: boolean
}

export function Entries({ title, entries, empty, isShort = false }: EntriesProps) {
  const { untitled } = useWords(sharedWords)
  return (
    <Section title={title}>
      {entries.length === 0 && <NoRows>{empty}</NoRows>}
      <Rows label={title}>
        {entries.map((entry) => (
          <Row
            key={entry.id}
            isTitle
            to={addresses.document(entry.entity.slug, entry.id)}
            name={entry.title || untitled}
            {...(!isShort && { note: labelOf(entry.entity) })}
            end={
              <>
                {!isShort && <State entry={entry} />}
                <span className={styles.when}>
                  <Moment at={entry.updatedAt} />
                </span>
              </>
            }
          />
        ))}
      </Rows>
    </Section>
  )
}

function State({ entry }: { readonly entry: OverviewEntry }) {
  const status = statusOf(entry)
  return status && <StatusMark status={status} />
}
