import { described } from '../../contracts/described-value.ts'
import type { JsonSchema } from '../../contracts/json.ts'

/** Schema of a page of records (docs/contract/requests.md#envelopes). */
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
