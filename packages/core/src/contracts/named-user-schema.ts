/** A user in responses: collection and id. */
export const NAMED_USER = {
  type: 'object',
  required: ['collection', 'id'],
  properties: { collection: { type: 'string' }, id: { type: 'string' } },
} as const

/** Null if there is no user, or the caller may not see it. */
export const NAMED_USER_OR_NULL = { ...NAMED_USER, type: ['object', 'null'] } as const
