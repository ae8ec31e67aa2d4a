import { described } from '../../contracts/described-value.ts'

/** Of documents that are named one by one. */
const MOST_IDS = 10_000

/** What is done to many documents, as the bulk route takes it. */
export const BULK_START_SCHEMA = {
  type: 'object',
  required: ['action'],
  additionalProperties: false,
  examples: [{ action: 'delete', where: {} }],
  properties: {
    action: {
      type: 'string',
      maxLength: 100,
      description: 'An action of the bulk route: `update`, `delete`, `publish`.',
    },
    ids: {
      type: 'array',
      minItems: 1,
      maxItems: MOST_IDS,
      uniqueItems: true,
      items: { type: 'string', minLength: 1, maxLength: 128 },
    },
    where: described('where', { description: 'A query expression, as in a list.' }),
    data: described('update', { type: 'object' }),
  },
} as const
