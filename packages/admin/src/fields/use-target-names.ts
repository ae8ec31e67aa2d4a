import { titleOf } from '../data/entities.ts'
import { useSchema } from '../data/use-session.ts'
import { useTargets } from '../data/use-targets.ts'
import type { Target } from './relationship-value.ts'

export interface NamedTarget extends Target {
  /** Tells it from the others of a field. */
  readonly key: string
  readonly name: string
}

/** Targets with their documents and titles, as far as they can be read. */
export function useTargetNames(targets: readonly Target[]): NamedTarget[] {
  const { collections } = useSchema()
  return useTargets(targets).map((target) => {
    const entity = collections[target.collection]
    const title = entity && target.doc ? titleOf(entity, target.doc) : ''
    return { ...target, key: `${target.collection}/${target.id}`, name: title === '' ? target.id.slice(0, 8) : title }
  })
}

/** These targets in another order, or without some. */
export function byKeys(targets: readonly NamedTarget[], keys: readonly string[]): Target[] {
  return keys.flatMap((key) => targets.find((target) => target.key === key) ?? [])
}
