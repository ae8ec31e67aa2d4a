import { equality, order } from '../contracts/operators.ts'
import { defineFieldType, type OptionsFor } from './define-field-type.ts'
import { listMembership } from './operators.ts'
import { aBoolean, aNumber, commonOptions } from './option-kinds.ts'

export interface NumberOptions extends OptionsFor<number | readonly number[]> {
  /** Whole numbers only; a fraction is reported as `type`. */
  readonly integer?: boolean
  readonly min?: number
  readonly max?: number
  /** Whether the value is a list; the bounds apply to each element. */
  readonly many?: boolean
}

/** Finite numbers. With `integer`, by default only those that a double can hold exactly. */
export const number = defineFieldType<NumberOptions, number>()({
  name: 'number',
  options: { ...commonOptions, integer: aBoolean, min: aNumber, max: aNumber, many: aBoolean },
  schema: ({ integer, min, max }) =>
    integer
      ? { type: 'integer', minimum: min ?? Number.MIN_SAFE_INTEGER, maximum: max ?? Number.MAX_SAFE_INTEGER }
      : { type: 'number', minimum: min, maximum: max },
  storedAs: 'number',
  operators: ({ many }) => (many ? listMembership : [...equality, ...order]),
  many: ({ many }) => many ?? false,
  manifest: ({ integer, min, max, many }) => ({ integer, min, max, many }),
  problems: ({ min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }) =>
    min > max ? ['`min` must not be more than `max`'] : [],
})
