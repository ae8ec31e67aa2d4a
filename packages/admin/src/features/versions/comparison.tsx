import type { Snapshot } from '../../data/document.ts'
import { labelOf, titleOf } from '../../data/entities.ts'
import { type HistoryPlace, shownContent } from './use-history.ts'
import { Loading } from '../../design/loading.tsx'
import { Notice } from '../../design/notice.tsx'
import { ValueDiff } from '../../fields/value-diff.tsx'
import { historyWords } from './words.ts'
import { textIn } from '../../words/direction.ts'
import { useFormats } from '../../words/formats.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import { changesBetween } from './changes-between.ts'
import styles from './history-screen.module.css'

interface ComparisonProps {
  readonly place: HistoryPlace
  readonly before: Snapshot | undefined
  readonly after: Snapshot | undefined
  /** The first revision, in which everything is new. */
  readonly isFirst: boolean
  /** The name of the one field that is looked at. */
  readonly only: string | undefined
}

/** Two snapshots, field by field. Only what differs is shown. */
export function Comparison({ place, before, after, isFirst, only }: ComparisonProps) {
  const { entity, kind, languages } = place
  const said = useWords(historyWords)
  const { untitled } = useWords(sharedWords)
  const formats = useFormats()
  if (!after || (!before && !isFirst)) return <Loading />
  const changed = changesBetween(entity, before?.data ?? {}, after.data, languages)
  const changes = only === undefined ? changed : changed.filter(({ field }) => field.name === only)
  return (
    <>
      <h1 className={styles.title}>
        {kind === 'global' ? labelOf(entity) : titleOf(entity, shownContent(place, after)) || untitled}
      </h1>
      <p className={styles.lead}>
        {before ? said.compared({ from: before.revision, to: after.revision }) : said.first}
      </p>
      {changes.length === 0 && <Notice title={said.nothingDiffers}>{said.nothingDiffersText}</Notice>}
      {changes.map(({ field, locale, before: old, after: now }) => {
        const label = labelOf(field)
        const name = locale === undefined ? label : said.inLanguage({ what: label, language: formats.locale(locale) })
        return (
          <section key={`${field.name} ${locale ?? ''}`} className={styles.field} aria-label={name}>
            <h2 className={styles.name}>{name}</h2>
            <div {...textIn(field.localized ? (locale ?? languages?.shown) : undefined)}>
              <ValueDiff field={field} before={old} after={now} />
            </div>
          </section>
        )
      })}
    </>
  )
}
