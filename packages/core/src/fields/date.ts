import { parseInstant } from '../query/instant.ts'
import { defineFieldType, NO_PROBLEMS, type OptionsFor } from './define-field-type.ts'
import { equality, order } from './operators.ts'
import { commonOptions } from './option-kinds.ts'

export interface DateOptions extends OptionsFor<string> {}

/**
 * A point in time: an ISO 8601 date (midnight UTC) or a date-time with offset, years 1 to 9999. Stored and answered in
 * UTC with milliseconds, whatever the offset was.
 */
export const date = defineFieldType<DateOptions, string>()({
  name: 'date',
  options: commonOptions,
  schema: () => ({ type: 'string', format: 'date-time' }),
  checksItself: true,
  storedAs: 'instant',
  operators: [...equality, ...order],
  check: (value) =>
    parseInstant(value) === undefined
      ? [
          {
            code: 'format',
            path: '',
            message:
              'Must be an ISO 8601 date such as 2026-03-01, or a date-time with an offset such as 2026-03-01T09:30:00Z.',
          },
        ]
      : NO_PROBLEMS,
  normalize: (value) => parseInstant(value) ?? value,
})
