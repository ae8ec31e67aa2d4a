import type { SortKey } from '../../contracts/condition.ts'
import { flatten } from '../../content/field-tree.ts'
import type { Call } from '../call.ts'
import { readPlanOf } from './read-plan.ts'
import type { Presentation } from './read-request.ts'

/**
 * The fields that a list loads: selected and sorted ones. Undefined for all: if application code sees the documents, or
 * more is derived from them.
 */
export function loadedFields(
  { entity, others }: Call,
  { selection, population }: Presentation,
  sort: readonly SortKey[],
): readonly string[] | undefined {
  if (selection?.mode !== 'include' || population || others) return undefined
  const plan = readPlanOf(entity)
  if (plan.asksApplication || plan.onRequest.length > 0) return undefined
  if (flatten(entity.fields).some(({ completes }) => completes !== undefined)) return undefined
  const names = new Set(entity.fields.map(({ name }) => name).filter((name) => Object.hasOwn(selection.tree, name)))
  for (const { path, alternatives = [] } of sort)
    for (const { steps } of [path, ...alternatives]) {
      const [first] = steps
      if (first?.kind === 'key') names.add(first.name)
      else if (first?.kind !== 'column') return undefined
    }
  return [...names].toSorted()
}
