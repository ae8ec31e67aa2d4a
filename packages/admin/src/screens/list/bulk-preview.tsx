import { labelOf, titleOf } from '../../data/entities.ts'
import { sameJson } from '../../data/same-json.ts'
import type { EntitySchema, FieldSchema } from '../../data/schema.ts'
import { LoadingRows } from '../../design/loading-rows.tsx'
import { ValueDiff } from '../../fields/value-diff.tsx'
import { listWords } from '../../words/list.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './bulk-edit.module.css'
import { countOf } from './choice.ts'
import type { Preview } from './use-bulk-preview.ts'

interface BulkPreviewProps {
  readonly entity: EntitySchema
  readonly fields: readonly FieldSchema[]
  readonly preview: Preview | undefined
  readonly data: Readonly<Record<string, unknown>>
}

const SHOWN = 20

/** What each document has now, and what it would have. */
export function BulkPreview({ entity, fields, preview, data }: BulkPreviewProps) {
  const said = useWords(listWords)
  const { untitled } = useWords(sharedWords)
  if (!preview) return <LoadingRows />
  const { docs, changed, same, isWhole } = preview
  const count = countOf(changed)
  const shown = docs.slice(0, SHOWN)
  return (
    // Focusable, so that the arrow keys scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is scrolled with the keyboard
    <div role="group" aria-label={said.editPreview} tabIndex={0} className={styles.preview}>
      <div className={styles.counts} role="status">
        <span>{(isWhole ? said.editChanges : said.editChangesAtMost)({ count })}</span>
        {same > 0 && <span className={styles.same}>{said.editSame({ count: same })}</span>}
      </div>
      {shown.map((doc) => (
        <section key={doc.id} className={styles.document}>
          <h3 className={styles.title}>{titleOf(entity, doc) || untitled}</h3>
          {fields
            .filter(({ name }) => !sameJson(doc[name] ?? null, data[name] ?? null))
            .map((field) => (
              <div key={field.name} className={styles.field}>
                <span className={styles.name}>{labelOf(field)}</span>
                <ValueDiff field={field} before={doc[field.name] ?? null} after={data[field.name] ?? null} />
              </div>
            ))}
        </section>
      ))}
      {count > shown.length && <p className={styles.more}>{said.editMore({ count: count - shown.length })}</p>}
    </div>
  )
}
