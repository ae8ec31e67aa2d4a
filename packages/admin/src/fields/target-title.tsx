import { titleOf } from '../data/entities.ts'
import { useSchema } from '../data/use-session.ts'
import { sharedWords } from '../words/shared.ts'
import { useWords } from '../words/use-words.ts'
import styles from './fields.module.css'
import type { Target } from './relationship-value.ts'

/** The title of a target: a grey line until it is there, and the beginning of its id where it may not be read. */
export function TargetTitle({ target }: { readonly target: Target }) {
  const { untitled } = useWords(sharedWords)
  const entity = useSchema().collections[target.collection]
  if (entity && target.isAwaited) return <span className={styles.awaited} aria-busy="true" />
  if (!entity || !target.doc) return <span className={styles.muted}>{target.id.slice(0, 8)}</span>
  return titleOf(entity, target.doc) || untitled
}
