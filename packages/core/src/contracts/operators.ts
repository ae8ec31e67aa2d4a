import type { StoredAs } from './condition.ts'

export const OPERATORS = [
  'equals',
  'not_equals',
  'in',
  'not_in',
  'greater_than',
  'greater_than_equal',
  'less_than',
  'less_than_equal',
  'like',
  'contains',
  'starts_with',
  'ends_with',
  'exists',
  'all',
  'near',
  'within',
  'some',
  'none',
  'every',
] as const

export type Operator = (typeof OPERATORS)[number]

/** Operators of a list of rows itself: they ask whether it is empty, which equals null. */
export const LIST_OPERATORS = ['exists', 'equals', 'not_equals'] as const satisfies readonly Operator[]

/** Operators that apply a query to each row of an array, a block type, a join or a `many` relationship. */
export const ROW_OPERATORS = ['some', 'none', 'every'] as const satisfies readonly Operator[]

export type RowOperator = (typeof ROW_OPERATORS)[number]

/** All others compare values. */
export type ValueOperator = Exclude<Operator, RowOperator>

/**
 * Stored forms, and texts in chronological order: `instant`, any ISO 8601 date in a query, and `day`, a calendar day.
 */
export type ComparedAs = StoredAs | 'instant' | 'day'

export function storedForm(comparedAs: ComparedAs): StoredAs {
  return comparedAs === 'instant' || comparedAs === 'day' ? 'text' : comparedAs
}
