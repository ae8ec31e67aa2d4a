import type { FieldNode } from '../contracts/field.ts'
import type { JoinOptions } from '../contracts/join.ts'
import type { JsonSchema } from '../contracts/json.ts'

const ID: JsonSchema = { type: 'string', format: 'uuid' }

/** The forms of a collection's document that may replace its id (docs/contract/documents.md#references). */
export type Populated = (slug: string) => readonly JsonSchema[]

/** One value of a relationship: an id, or `{ relationTo, value }` if it can point to several collections. */
export function referenceSchema({ type, options, targets }: FieldNode, populated?: Populated): JsonSchema {
  const value = idOr(populated ? targets.flatMap(populated) : [])
  const schema = type.schema(options)
  return schema['type'] === 'string' ? value : withMembers(schema, { value })
}

/** The value of a join: ids, or documents (docs/contract/documents.md#joins). */
export function joinSchema(
  { type, options }: FieldNode,
  { collection }: JoinOptions,
  populated: Populated,
): JsonSchema {
  const docs = { type: 'array', items: idOr(populated(collection)) }
  return withMembers(type.schema(options), { docs })
}

function idOr(documents: readonly JsonSchema[]): JsonSchema {
  return documents.length === 0 ? ID : { anyOf: [ID, ...documents] }
}

function withMembers(schema: JsonSchema, members: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { ...schema, properties: { ...(schema['properties'] as object), ...members } }
}
