import type { Snapshot } from '../../data/document.ts'
import { labelOf, titleOf } from '../../data/entities.ts'
import type { HistoryPlace } from './use-history.ts'
import { Loading } from '../../design/loading.tsx'
import { Notice } from '../../design/notice.tsx'
import { ValueDiff } from '../../fields/value-diff.tsx'
import { historyWords } from './words.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import { changedFields } from './changed-fields.ts'
import styles from './history-screen.module.css'

interface ComparisonProps {
  readonly place: HistoryPlace
  readonly before: Snapshot | undefined
  readonly after: Snapshot | undefined
  /** There is nothing before it: everything is new. */
  readonly isFirst: boolean
  /** The name of the one field that is looked at. */
  readonly only: string | undefined
}

/** Two snapshots, field by field. Only what differs is shown. */
export function Comparison({ place: { entity, kind }, before, after, isFirst, only }: ComparisonProps) {
  const said = useWords(historyWords)
  const { untitled } = useWords(sharedWords)
  if (!after || (!before && !isFirst)) return <Loading />
  const changed = changedFields(entity, before?.data ?? {}, after.data)
  const fields = only === undefined ? changed : changed.filter(({ name }) => name === only)
  return (
    <>
      <h1 className={styles.title}>{kind === 'global' ? labelOf(entity) : titleOf(entity, after.data) || untitled}</h1>
      <p className={styles.lead}>
        {before ? said.compared({ from: before.revision, to: after.revision }) : said.first}
      </p>
      {fields.length === 0 && <Notice title={said.nothingDiffers}>{said.nothingDiffersText}</Notice>}
      {fields.map((field) => (
        <section key={field.name} className={styles.field} aria-label={labelOf(field)}>
          <h2 className={styles.name}>{labelOf(field)}</h2>
          <ValueDiff field={field} before={before?.data[field.name]} after={after.data[field.name]} />
        </section>
      ))}
    </>
  )
}
