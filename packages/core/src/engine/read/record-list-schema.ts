import { described } from '../../contracts/described-value.ts'
import type { JsonSchema } from '../../contracts/json.ts'

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
