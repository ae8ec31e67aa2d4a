import { described } from '../../contracts/described-value.ts'
import type { JsonSchema } from '../../contracts/json.ts'

type Types = Readonly<Record<string, string | readonly string[]>>

/** A record as answers show it: all of these members, of these types. What ends in `At` is a moment. */
export function recordOf(types: Types): JsonSchema {
  const properties = Object.fromEntries(
    Object.entries(types).map(([name, type]) => [name, { type, ...(name.endsWith('At') && { format: 'date-time' }) }]),
  )
  return { type: 'object', required: Object.keys(types), properties }
}

/** What the deletion of a record answers with; `key` is the member that names it. */
export function deletedBy(key: string): JsonSchema {
  return {
    type: 'object',
    required: [key, 'deleted'],
    properties: { [key]: { type: 'string' }, deleted: { const: true } },
  }
}

/** The list envelope (docs/contract/requests.md#envelopes) around records. */
export function pageOf(items: JsonSchema): JsonSchema {
  return {
    type: 'object',
    required: ['docs', 'pagination'],
    properties: {
      docs: { type: 'array', items },
      pagination: described('pagination', { type: 'object' }),
    },
  }
}
