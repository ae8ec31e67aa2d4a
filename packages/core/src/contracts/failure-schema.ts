import { described } from './described-value.ts'

/** How answers tell what went wrong with work in the background; null as long as nothing has. */
export const FAILURE_OR_NULL = {
  type: ['object', 'null'],
  description: 'What went wrong in the last attempt.',
  required: ['code', 'message'],
  properties: {
    code: described('errorCode', { type: 'string' }),
    message: { type: 'string' },
    issues: { type: 'array', items: described('issue', { type: 'object' }) },
  },
} as const
