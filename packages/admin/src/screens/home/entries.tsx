import { addresses } from '../../data/addresses.ts'
import type { Doc } from '../../data/document.ts'
import { isAuth, labelOf, titleOf } from '../../data/entities.ts'
import type { EntitySchema } from '../../data/schema.ts'
import type { Entry } from '../../data/use-newest.ts'
import { useSchema } from '../../data/use-session.ts'
import { Moment } from '../../design/moment.tsx'
import { Section } from '../../design/page.tsx'
import { NoRows, Row, Rows } from '../../design/rows.tsx'
import { StatusMark, statusOf } from '../../design/status-mark.tsx'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './home-screen.module.css'

/** How many documents a card shows. */
export const ROWS = 6

/** What people write: everything but themselves. */
export function useContent(): EntitySchema[] {
  return Object.values(useSchema().collections).filter((entity) => !isAuth(entity) && !entity.admin?.hidden)
}

interface EntriesProps {
  readonly title: string
  readonly entries: readonly Entry[] | undefined
  readonly empty: string
  /** Beside the others there is room for titles only. */
  readonly isShort?: boolean
}

/** Documents of several collections, as a card of the start page. */
export function Entries({ title, entries, empty, isShort = false }: EntriesProps) {
  const { untitled } = useWords(sharedWords)
  if (entries === undefined) return null
  return (
    <Section title={title}>
      {entries.length === 0 && <NoRows>{empty}</NoRows>}
      <Rows label={title}>
        {entries.map(({ entity, doc }) => (
          <Row
            key={doc.id}
            isTitle
            to={addresses.document(entity.slug, doc.id)}
            name={titleOf(entity, doc) || untitled}
            {...(!isShort && { note: labelOf(entity) })}
            end={
              <>
                {!isShort && <State doc={doc} />}
                <span className={styles.when}>
                  <Moment at={doc.updatedAt} />
                </span>
              </>
            }
          />
        ))}
      </Rows>
    </Section>
  )
}

function State({ doc }: { readonly doc: Doc }) {
  const status = statusOf(doc)
  return status && <StatusMark status={status} />
}
