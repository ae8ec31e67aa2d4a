import type { Snapshot } from '../../data/document.ts'
import { labelOf, titleOf } from '../../data/entities.ts'
import { type HistoryPlace, shownContent, useRightToChange } from './use-history.ts'
import { Loading } from '../../design/loading.tsx'
import { Notice } from '../../design/notice.tsx'
import { ValueDiff } from '../../fields/value-diff.tsx'
import { historyWords } from './words.ts'
import { textIn } from '../../words/direction.ts'
import { useFormats } from '../../words/formats.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import { sameJson } from '../../data/same-json.ts'
import { inLanguage } from '../../data/translation-units.ts'
import { type Members, recordsOf } from '../../data/members.ts'
import { BringBackButton } from './bring-back.tsx'
import { changesBetween } from './changes-between.ts'
import styles from './history-screen.module.css'

interface ComparisonProps {
  readonly place: HistoryPlace
  readonly before: Snapshot | undefined
  readonly after: Snapshot | undefined
  /** The first revision: everything in it is new. */
  readonly isFirst: boolean
  /** The name of the only field to show. */
  readonly only: string | undefined
  /** The newest revision; equal values need no restore. */
  readonly newest: Snapshot | undefined
}

/** The differences between two snapshots, by field. */
export function Comparison({ place, before, after, isFirst, only, newest }: ComparisonProps) {
  const { entity, kind, languages } = place
  const said = useWords(historyWords)
  const { untitled } = useWords(sharedWords)
  const formats = useFormats()
  const { mayChangeField } = useRightToChange(place)
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
      {before && changes.length > 0 && (
        <p className={styles.legend}>
          <del>{said.onlyIn({ number: formats.number(before.revision) })}</del>
          <ins>{said.onlyIn({ number: formats.number(after.revision) })}</ins>
        </p>
      )}
      {changes.length === 0 && <Notice title={said.nothingDiffers}>{said.nothingDiffersText}</Notice>}
      {changes.map(({ field, locale, before: old, after: now }) => {
        const label = labelOf(field)
        const name = locale === undefined ? label : said.inLanguage({ what: label, language: formats.locale(locale) })
        const language = languages && (locale ?? languages.shown)
        const current = newest && (language ? inLanguage([field], newest.data, language) : newest.data)[field.name]
        const offers = before !== undefined && newest !== undefined && mayChangeField(field)
        const bringsBack = (row?: { readonly id: string; readonly name: string }) =>
          before && (
            <BringBackButton
              place={place}
              field={field}
              locale={language}
              revision={before.revision}
              value={old}
              {...(row && { row })}
            />
          )
        return (
          <section key={`${field.name} ${locale ?? ''}`} className={styles.field} aria-label={name}>
            <div className={styles.head}>
              <h2 className={styles.name}>{name}</h2>
              {offers && !sameJson(current ?? null, old) && bringsBack()}
            </div>
            <div {...textIn(field.localized ? (locale ?? languages?.shown) : undefined)}>
              <ValueDiff
                field={field}
                before={old}
                after={now}
                {...(offers && {
                  rowAction: (row: Members, called: string) =>
                    typeof row['id'] === 'string' &&
                    !isAmong(current, row) &&
                    bringsBack({ id: row['id'], name: called }),
                })}
              />
            </div>
          </section>
        )
      })}
    </>
  )
}

/** Whether the document contains this row unchanged. */
function isAmong(current: unknown, row: Members): boolean {
  return recordsOf(current).some((one) => one['id'] === row['id'] && sameJson(one, row))
}
