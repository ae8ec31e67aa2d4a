/** How answers name a user: by the collection and the id. */
export const NAMED_USER = {
  type: 'object',
  required: ['collection', 'id'],
  properties: { collection: { type: 'string' }, id: { type: 'string' } },
} as const

/** The same where it may be nobody, or nobody whom the caller may hear of. */
export const NAMED_USER_OR_NULL = { ...NAMED_USER, type: ['object', 'null'] } as const
