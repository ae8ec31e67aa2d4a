import { Link } from '@tanstack/react-router'
import { addresses } from '../../data/addresses.ts'
import { can } from '../../data/entities.ts'
import { isLive } from '../../design/status-mark.tsx'
import { useFormats } from '../../words/formats.ts'
import { useWords } from '../../words/use-words.ts'
import type { DocumentContext } from '../../screens/feature.ts'
import { useSelected } from '../../fields/use-model.ts'
import { draftsWords } from './words.ts'
import styles from '../../screens/document/document-margin.module.css'

export function LiveSection({ place, form, live }: DocumentContext) {
  const count = useSelected(form.model, () => live?.differences(form.values).length ?? 0)
  const said = useWords(draftsWords)
  const formats = useFormats()
  // The published version is loading.
  if (!live && isLive(form.stored)) return null
  if (!live) {
    return (
      <section className={styles.section}>
        <h2 className={styles.heading}>{said.notLive}</h2>
        <p className={styles.muted}>{said.notLiveText}</p>
      </section>
    )
  }
  // The changes may be in another locale than the open one.
  const isElsewhere = count === 0 && place.locale !== undefined && form.stored?.revision !== live.doc.revision
  const same = isElsewhere ? said.sameInLanguage : said.sameAsLive
  const { entity, id, kind } = place
  const compared = { from: live.doc.revision, ...(form.stored && { to: form.stored.revision }) }
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{said.live({ date: formats.day(live.doc.updatedAt) })}</h2>
      <p className={styles.muted}>{count === 0 ? same : said.differs({ count })}</p>
      {(count > 0 || isElsewhere) && id !== null && kind === 'collection' && can(entity, 'versions') && (
        <Link {...addresses.history(entity.slug, id, compared)} className={styles.link}>
          {said.compare}
        </Link>
      )}
    </section>
  )
}
