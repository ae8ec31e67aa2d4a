import type { PartReading } from '../contracts/condition.ts'
import { equality, type Operator, order, ROW_OPERATORS, textSearch } from '../contracts/operators.ts'

/** For `many`: the whole list with `equals`, its elements with the rest. */
export const listMembership = [...equality, 'contains', 'all'] as const satisfies readonly Operator[]

/** For `many` relationships, also tests on each target document. */
export const manyTargets = [...listMembership, ...ROW_OPERATORS] as const satisfies readonly Operator[]

export function partOperators(gives: PartReading['gives']): readonly Operator[] {
  return gives === 'number' ? [...equality, ...order] : [...equality, ...order, ...textSearch]
}
