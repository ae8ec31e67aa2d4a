/** What the deletion of something answers with that an id names. */
export const DELETED_SCHEMA = {
  type: 'object',
  required: ['id', 'deleted'],
  properties: { id: { type: 'string', format: 'uuid' }, deleted: { const: true } },
} as const
