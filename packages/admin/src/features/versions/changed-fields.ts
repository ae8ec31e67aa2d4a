import { sameJson } from '../../data/same-json.ts'
import type { EntitySchema, FieldSchema } from '../../data/schema.ts'

type Content = Readonly<Record<string, unknown>>

/** Fields with different values in two snapshots, in the order of the schema. What is missing and what is empty are the same. */
export function changedFields(entity: EntitySchema, before: Content, after: Content): FieldSchema[] {
  return entity.fields.filter(
    ({ name, structure }) => structure !== 'computed' && !sameJson(before[name] ?? null, after[name] ?? null),
  )
}
