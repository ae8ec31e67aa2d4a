import { titleOf } from '../data/entities.ts'
import { useSchema } from '../data/use-session.ts'
import { sharedWords } from '../words/shared.ts'
import { useWords } from '../words/use-words.ts'
import styles from './fields.module.css'
import type { Target } from './relationship-value.ts'

/** Title of a target: a placeholder while loading, the beginning of its id if unreadable. */
export function TargetTitle({ target }: { readonly target: Target }) {
  const { untitled } = useWords(sharedWords)
  const entity = useSchema().collections[target.collection]
  if (entity && target.isAwaited) return <span className={styles.awaited} aria-busy="true" />
  if (!entity || !target.doc) return <span className={styles.muted}>{target.id.slice(0, 8)}</span>
  return titleOf(entity, target.doc) || untitled
}
