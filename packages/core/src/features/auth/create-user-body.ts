import { described } from '../../contracts/described-value.ts'

/** What a user is made of: the type of the method follows from it. */
export const CREATE_USER_SCHEMA = {
  type: 'object',
  required: ['data', 'password'],
  additionalProperties: false,
  properties: { data: described('create', { type: 'object' }), password: described('password', { type: 'string' }) },
} as const
