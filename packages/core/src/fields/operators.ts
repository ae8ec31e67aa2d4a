import { type Operator, ROW_OPERATORS } from '../contracts/operators.ts'
import type { PartReading } from '../contracts/condition.ts'

/** The groups of `where` operators (docs/contract/querying.md#operators) that field types choose from. */

export const equality = ['equals', 'not_equals', 'in', 'not_in', 'exists'] as const satisfies readonly Operator[]

export const order = [
  'greater_than',
  'greater_than_equal',
  'less_than',
  'less_than_equal',
] as const satisfies readonly Operator[]

export const textSearch = ['like', 'contains', 'starts_with', 'ends_with'] as const satisfies readonly Operator[]

/** For `many`: the whole list with `equals`, its elements with the rest. */
export const listMembership = [...equality, 'contains', 'all'] as const satisfies readonly Operator[]

/** For `many` relationships, also tests on each target document. */
export const manyTargets = [...listMembership, ...ROW_OPERATORS] as const satisfies readonly Operator[]

/** Operators of a part of a value, by its type. */
export function partOperators(gives: PartReading['gives']): readonly Operator[] {
  return gives === 'number' ? [...equality, ...order] : [...equality, ...order, ...textSearch]
}
