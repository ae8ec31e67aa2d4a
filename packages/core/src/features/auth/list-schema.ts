import type { JsonSchema } from '../../contracts/json.ts'

type Types = Readonly<Record<string, string | readonly string[]>>

/** A record as answers show it: all of these members, of these types. */
export function recordOf(types: Types): JsonSchema {
  const properties = Object.fromEntries(Object.entries(types).map(([name, type]) => [name, { type }]))
  return { type: 'object', required: Object.keys(types), properties }
}

/** The list envelope (contract 7) around such records. */
export function listOf(types: Types): JsonSchema {
  return {
    type: 'object',
    required: ['docs', 'pagination'],
    properties: { docs: { type: 'array', items: recordOf(types) }, pagination: { type: 'object' } },
  }
}
