import { described } from './described-value.ts'
import { MOST_ISSUES } from './errors.ts'

/** The issues of a validation error, wherever an answer lists them. */
export const ISSUES = { type: 'array', maxItems: MOST_ISSUES, items: described('issue', { type: 'object' }) } as const

/** The failure of background work in responses; null without one. */
export const FAILURE_OR_NULL = {
  type: ['object', 'null'],
  description: 'What went wrong in the last attempt.',
  required: ['code', 'message'],
  properties: {
    code: described('errorCode', { type: 'string' }),
    message: { type: 'string' },
    issues: ISSUES,
  },
} as const
