import { labelOf, titleOf } from '../../data/entities.ts'
import { sameJson } from '../../data/same-json.ts'
import type { ModelPath } from '../../data/model/model-path.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { LoadingRows } from '../../design/loading.tsx'
import { ValueDiff } from '../../fields/value-diff.tsx'
import { listWords } from '../../words/list.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './bulk-edit.module.css'
import { type PathChange, valueAtPath } from './bulk-paths.ts'
import { countOf } from './choice.ts'
import type { Preview } from './use-bulk-preview.ts'

interface BulkPreviewProps {
  readonly entity: EntitySchema
  readonly paths: readonly ModelPath[]
  readonly preview: Preview | undefined
  readonly changes: readonly PathChange[]
}

const SHOWN = 20

export function BulkPreview({ entity, paths, preview, changes }: BulkPreviewProps) {
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
          {changes.map(([path, after]) => {
            const field = paths.find((one) => one.path === path)?.field
            const before = valueAtPath(doc, path) ?? null
            return (
              field &&
              !sameJson(before, after) && (
                <div key={path} className={styles.field}>
                  <span className={styles.name}>{labelOf(field)}</span>
                  <ValueDiff field={field} before={before} after={after ?? null} />
                </div>
              )
            )
          })}
        </section>
      ))}
      {count > shown.length && <p className={styles.more}>{said.editMore({ count: count - shown.length })}</p>}
    </div>
  )
}
