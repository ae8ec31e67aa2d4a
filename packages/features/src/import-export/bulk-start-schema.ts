import { described, schemas } from '@quirecms/core/feature'

const MOST_IDS = 10_000

/** Request of the bulk route. */
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
    ...schemas.chosenDocuments,
    locale: {
      ...schemas.chosenDocuments.locale,
      description:
        'The locale of the query and of `data`, as in a list and an update; by default the default locale. With `all`, paths name their locale, and localized fields are objects.',
    },
    data: described('update', { type: 'object' }),
  },
} as const
