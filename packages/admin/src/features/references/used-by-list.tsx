import { Link } from '@tanstack/react-router'
import { addresses } from '../../data/addresses.ts'
import { labelOf } from '../../data/entities.ts'
import { useSchema } from '../../data/use-session.ts'
import type { Use } from '../../data/uses.ts'
import { useTargets } from '../../data/use-targets.ts'
import { TargetTitle } from '../../fields/target-title.tsx'
import styles from '../../screens/document/document-margin.module.css'

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
