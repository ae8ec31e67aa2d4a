import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Use, usesQuery } from '../../data/uses.ts'
import { useFormats } from '../../words/formats.ts'
import { useWords } from '../../words/use-words.ts'
import type { DocumentContext } from '../../screens/feature.ts'
import { referencesWords } from './words.ts'
import { addresses } from '../../data/addresses.ts'
import { labelOf } from '../../data/entities.ts'
import { useSchema } from '../../data/use-session.ts'
import { useTargets } from '../../data/use-targets.ts'
import { TargetTitle } from '../../fields/target-title.tsx'
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

export function UsedByList({ uses }: { readonly uses: readonly Use[] }) {
  const { globals } = useSchema()
  const documents = uses.filter(({ kind }) => kind === 'collection')
  const targets = useTargets(documents.map((one) => ({ collection: one.slug, id: one.id })))
  const ofGlobals = uses.filter(({ kind }) => kind === 'global')
  return (
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
  )
}
