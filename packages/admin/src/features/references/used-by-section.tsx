import { useQuery } from '@tanstack/react-query'
import { usesQuery } from '../../data/uses.ts'
import { useFormats } from '../../words/formats.ts'
import { useWords } from '../../words/use-words.ts'
import type { DocumentContext } from '../../screens/feature.ts'
import { UsedByList } from './used-by-list.tsx'
import { referencesWords } from './words.ts'
import styles from '../../screens/document/document-margin.module.css'

const SHOWN = 5

/** Documents that reference this one, as far as the actor may read them. */
export function UsedBySection({ place }: DocumentContext) {
  const said = useWords(referencesWords)
  const formats = useFormats()
  const { data } = useQuery(usesQuery(place.entity.slug, place.id ?? '', SHOWN))
  if (!data) return null
  const more = data.pagination.totalDocs - data.docs.length
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>
        {said.usedBy}
        {data.pagination.totalDocs > 0 && (
          <span className={styles.count}>{formats.number(data.pagination.totalDocs)}</span>
        )}
      </h2>
      {data.docs.length === 0 && <p className={styles.muted}>{said.nothing}</p>}
      <UsedByList uses={data.docs} />
      {more > 0 && <p className={styles.muted}>+ {formats.number(more)}</p>}
    </section>
  )
}
