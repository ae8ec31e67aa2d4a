/** Response of operations that delete something by id. */
export const DELETED_SCHEMA = {
  type: 'object',
  required: ['id', 'deleted'],
  properties: { id: { type: 'string', format: 'uuid' }, deleted: { const: true } },
} as const
