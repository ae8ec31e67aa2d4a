import type { Entity } from '../../contracts/entity.ts'
import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { Call } from '../call.ts'

const maintained = new WeakMap<readonly FieldNode[], readonly FieldNode[]>()

/** Fields maintained by features: stored, but not writable by clients. Cached. */
function maintainedFields({ fields }: Entity<Call>): readonly FieldNode[] {
  let found = maintained.get(fields)
  if (!found) {
    found = fields.filter((node) => node.readOnly && node.structure !== 'computed')
    maintained.set(fields, found)
  }
  return found
}

export function maintainedIn(entity: Entity<Call>, content: JsonObject): JsonObject {
  const names = maintainedFields(entity).map(({ name }) => name)
  return Object.fromEntries(names.map((name) => [name, content[name] ?? null]))
}

/** Adds the values of maintained fields, and removes any others: hooks see them, but can't change them. */
export function withMaintained({ entity, maintained: given }: Call, data: JsonObject): JsonObject {
  const fields = maintainedFields(entity)
  if (fields.length === 0) return data
  const rest = { ...data }
  for (const { name } of fields) delete rest[name]
  return { ...rest, ...given }
}
