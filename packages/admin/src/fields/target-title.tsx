import { titleOf } from '../data/entities.ts'
import { useSchema } from '../data/use-session.ts'
import { sharedWords } from '../words/shared.ts'
import { useWords } from '../words/use-words.ts'
import styles from './fields.module.css'
import type { RelationshipTarget } from './relationship-value.ts'
import { useTargets } from '../data/use-targets.ts'

/** Title of a target: a placeholder while loading, the beginning of its id if unreadable. */
export function TargetTitle({ target }: { readonly target: RelationshipTarget }) {
  const { untitled } = useWords(sharedWords)
  const entity = useSchema().collections[target.collection]
  if (entity && target.isAwaited) return <span className={styles.awaited} aria-busy="true" />
  if (!entity || !target.doc) return <span className={styles.muted}>{target.id.slice(0, 8)}</span>
  return titleOf(entity, target.doc) || untitled
}

export interface NamedTarget extends RelationshipTarget {
  /** Key of the target within its field. */
  readonly key: string
  readonly name: string
}

export function useTargetNames(targets: readonly RelationshipTarget[]): NamedTarget[] {
  const { collections } = useSchema()
  return useTargets(targets).map((target) => {
    const entity = collections[target.collection]
    const title = entity && target.doc ? titleOf(entity, target.doc) : ''
    return { ...target, key: `${target.collection}/${target.id}`, name: title === '' ? target.id.slice(0, 8) : title }
  })
}

/** Targets in another order, or without some. */
export function byKeys(targets: readonly NamedTarget[], keys: readonly string[]): RelationshipTarget[] {
  return keys.flatMap((key) => targets.find((target) => target.key === key) ?? [])
}
