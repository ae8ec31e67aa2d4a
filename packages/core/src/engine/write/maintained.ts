import type { Entity } from '../../contracts/entity.ts'
import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { Call } from '../call.ts'

const maintained = new WeakMap<readonly FieldNode[], readonly FieldNode[]>()

/** The fields that features maintain: stored like all others, but no client writes them. Found once. */
function maintainedFields({ fields }: Entity<Call>): readonly FieldNode[] {
  let found = maintained.get(fields)
  if (!found) {
    found = fields.filter((node) => node.readOnly && node.structure !== 'computed')
    maintained.set(fields, found)
  }
  return found
}

/** What content has in those fields. */
export function maintainedIn(entity: Entity<Call>, content: JsonObject): JsonObject {
  const names = maintainedFields(entity).map(({ name }) => name)
  return Object.fromEntries(names.map((name) => [name, content[name] ?? null]))
}

/**
 * The data with what the call's feature gives the fields that it maintains, and with nothing else in them: hooks see these values, but
 * what they make of them doesn't count.
 */
export function withMaintained({ entity, maintained: given }: Call, data: JsonObject): JsonObject {
  const fields = maintainedFields(entity)
  if (fields.length === 0) return data
  const rest = { ...data }
  for (const { name } of fields) delete rest[name]
  return { ...rest, ...given }
}
