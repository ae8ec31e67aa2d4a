import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { addresses } from '../../data/addresses.ts'
import { collection } from '../../data/client.ts'
import { labelOf } from '../../data/entities.ts'
import { keys } from '../../data/use-documents.ts'
import { useSchema } from '../../data/use-session.ts'
import { useTargets } from '../../data/use-targets.ts'
import { TargetTitle } from '../../fields/target-title.tsx'
import { useFormats } from '../../words/formats.ts'
import { useWords } from '../../words/use-words.ts'
import type { DocumentContext } from '../../screens/feature.ts'
import { referencesWords } from './words.ts'
import styles from '../../screens/document/document-margin.module.css'

const SHOWN = 5

/** What points here, as far as the actor may see it. */
export function UsedBySection({ place }: DocumentContext) {
  const { slug } = place.entity
  const id = place.id ?? ''
  const said = useWords(referencesWords)
  const formats = useFormats()
  const { globals } = useSchema()
  const { data } = useQuery({
    queryKey: [...keys.collection(slug), id, 'references', SHOWN],
    queryFn: () => collection(slug).references(id, { limit: SHOWN }),
    retry: false,
  })
  const documents = (data?.docs ?? []).filter(({ kind }) => kind === 'collection')
  const targets = useTargets(documents.map((one) => ({ collection: one.slug, id: one.id })))
  if (!data) return null
  const ofGlobals = data.docs.filter(({ kind }) => kind === 'global')
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
      <ul>
        {targets.map((target, index) => (
          <li key={`${target.id}/${documents[index]?.field}`}>
            <Link {...addresses.document(target.collection, target.id)} className={styles.entry}>
              <TargetTitle target={target} />
            </Link>
          </li>
        ))}
        {ofGlobals.map((one) => (
          <li key={`${one.slug}/${one.field}`}>
            <Link {...addresses.global(one.slug)} className={styles.entry}>
              {labelOf(globals[one.slug] ?? { label: one.slug })}
            </Link>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={styles.muted}>+ {formats.number(more)}</p>}
    </section>
  )
}
