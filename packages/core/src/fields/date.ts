import { equality, order } from '../contracts/operators.ts'
import { isDay, parseInstant } from '../query/instant.ts'
import { defineFieldType, NO_PROBLEMS, type OptionsFor } from './define-field-type.ts'
import { listMembership } from './operators.ts'
import { aBoolean, commonOptions, oneOf } from './option-kinds.ts'

export interface DateOptions extends OptionsFor<string | readonly string[]> {
  /** `'day'`: a calendar date without a time zone, such as a birthday. */
  readonly only?: 'day'
  /** Whether the value is a list. */
  readonly many?: boolean
}

/**
 * A point in time: an ISO 8601 date (midnight UTC) or a date-time with offset, years 1 to 9999. Stored and returned in
 * UTC with milliseconds. With `only: 'day'`, a calendar date as it is written: `2026-03-01`.
 */
export const date = defineFieldType<DateOptions, string>()({
  name: 'date',
  options: { ...commonOptions, only: oneOf('day'), many: aBoolean },
  schema: ({ only }) => ({ type: 'string', format: only === 'day' ? 'date' : 'date-time' }),
  checksItself: true,
  storedAs: ({ only }) => (only === 'day' ? 'day' : 'instant'),
  operators: ({ many }) => (many ? listMembership : [...equality, ...order]),
  many: ({ many }) => many ?? false,
  manifest: ({ only, many }) => ({ only, many }),
  check: (value, { only }) => {
    const isDate = only === 'day' ? isDay(value) : parseInstant(value) !== undefined
    return isDate ? NO_PROBLEMS : [{ code: 'format', path: '', message: only === 'day' ? A_DAY : AN_INSTANT }]
  },
  normalize: (value, { only }) => (only === 'day' ? value : (parseInstant(value) ?? value)),
})

const A_DAY = 'Must be a day such as 2026-03-01.'
const AN_INSTANT =
  'Must be an ISO 8601 date such as 2026-03-01, or a date-time with an offset such as 2026-03-01T09:30:00Z.'
