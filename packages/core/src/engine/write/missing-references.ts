import type { Unit } from '../../contracts/document-storage.ts'
import type { JsonObject } from '../../contracts/json.ts'
import { flatten } from '../../content/field-tree.ts'
import { collectReferences } from '../../content/references.ts'
import type { Call } from '../call.ts'
import { needsTargetLock } from './check-targets.ts'
import { takeOut } from './release-references.ts'

/**
 * Removes references to documents that were deleted since, for relationships with `clear` or `restrict`, which must
 * never dangle. Other relationships are restored unchanged.
 */
export async function dropMissingReferences(call: Call, unit: Unit, content: JsonObject): Promise<void> {
  const { entity, runtime } = call
  const holding = new Map(
    flatten(entity.fields)
      .filter(needsTargetLock)
      .map((node) => [node.path, node]),
  )
  if (holding.size === 0) return
  const held = collectReferences(entity.fields, content).filter(({ path }) => holding.has(path))
  for (const [collection, references] of Map.groupBy(held, (reference) => reference.collection)) {
    const table = runtime.manifest.collections[collection]?.table.name
    const ids = [...new Set(references.map(({ id }) => id))]
    const found = table === undefined ? [] : await unit.tx.getMany(table, ids, undefined, { lock: 'use' })
    const isThere = new Set(found.map(({ id }) => id))
    for (const { path, id } of references) {
      const relationship = holding.get(path)
      if (relationship && !isThere.has(id)) takeOut(entity.fields, content, { relationship, collection, id })
    }
  }
}
