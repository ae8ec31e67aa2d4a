import { titleOf } from '../data/entities.ts'
import { useSchema } from '../data/use-session.ts'
import { sharedWords } from '../words/shared.ts'
import { useWords } from '../words/use-words.ts'
import styles from './fields.module.css'
import type { Target } from './relationship-value.ts'

/** The title of a target, or the beginning of its id where nobody may read it. */
export function TargetTitle({ target }: { readonly target: Target }) {
  const { untitled } = useWords(sharedWords)
  const entity = useSchema().collections[target.collection]
  if (!entity || !target.doc) return <span className={styles.muted}>{target.id.slice(0, 8)}</span>
  return titleOf(entity, target.doc) || untitled
}
