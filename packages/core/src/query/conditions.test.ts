import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../../tests/setup/runs.ts'
import type { Condition } from '../contracts/condition.ts'
import { ALWAYS, allOf, anyOf, complement, NEVER, ofNothing } from './conditions.ts'
import { evaluate } from './evaluate.ts'

const is = (value: number): Condition => ({
  kind: 'compare',
  path: { steps: [{ kind: 'key', name: 'n' }], storedAs: 'number' },
  test: { op: 'equals', value },
})
const isNull: Condition = {
  kind: 'compare',
  path: { steps: [{ kind: 'key', name: 'n' }], storedAs: 'number' },
  test: { op: 'is_null' },
}

describe('and', () => {
  it.each<[string, Condition[], Condition]>([
    ['holds of everything without parts', [], ALWAYS],
    ['is its only part', [is(1)], is(1)],
    ['leaves out what always holds', [ALWAYS, is(1), ALWAYS], is(1)],
    ['never holds if a part never does', [is(1), NEVER], NEVER],
    ['is never even beside always', [ALWAYS, NEVER], NEVER],
    ['keeps the order of several parts', [is(2), ALWAYS, is(1)], { kind: 'and', of: [is(2), is(1)] }],
  ])('%s', (_, parts, result) => expect(allOf(parts)).toEqual(result))
})

describe('or', () => {
  it.each<[string, Condition[], Condition]>([
    ['holds of nothing without parts', [], NEVER],
    ['is its only part', [is(1)], is(1)],
    ['leaves out what never holds', [NEVER, is(1), NEVER], is(1)],
    ['always holds if a part always does', [is(1), ALWAYS], ALWAYS],
    ['keeps the order of several parts', [is(2), NEVER, is(1)], { kind: 'or', of: [is(2), is(1)] }],
  ])('%s', (_, parts, result) => expect(anyOf(parts)).toEqual(result))
})

describe('the complement', () => {
  it.each<[string, Condition, Condition]>([
    ['of always is never', ALWAYS, NEVER],
    ['of never is always', NEVER, ALWAYS],
    ['of anything else is a not around it', is(1), { kind: 'not', of: is(1) }],
  ])('%s', (_, condition, result) => expect(complement(condition)).toEqual(result))
})

describe('a condition on paths without a target', () => {
  it.each<[string, Condition, Condition]>([
    ['holds if it asks for null', isNull, ALWAYS],
    ['does not hold for a value', is(1), NEVER],
    ['holds for the negation of a value', { kind: 'not', of: is(1) }, ALWAYS],
    ['does not hold for the negation of null', { kind: 'not', of: isNull }, NEVER],
    ['needs all parts of an and', { kind: 'and', of: [isNull, is(1)] }, NEVER],
    ['needs one part of an or', { kind: 'or', of: [isNull, is(1)] }, ALWAYS],
    ['finds no row', { kind: 'some', steps: [{ kind: 'rows' }], of: ALWAYS }, NEVER],
    ['stays as it is if it depends on no path', ALWAYS, ALWAYS],
  ])('%s', (_, condition, result) => expect(ofNothing(condition)).toEqual(result))
})

const condition = fc.letrec<{ any: Condition }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(ALWAYS, NEVER, isNull, is(0), is(1)),
    fc.array(tie('any'), { maxLength: 3 }).map((of): Condition => ({ kind: 'and', of })),
    fc.array(tie('any'), { maxLength: 3 }).map((of): Condition => ({ kind: 'or', of })),
    tie('any').map((of): Condition => ({ kind: 'not', of })),
  ),
})).any

describe('simplifying a condition never changes its result', () => {
  const holds = (one: Condition, n: number | null) => evaluate(one, { columns: {}, data: { n } })
  const number = fc.constantFrom(0, 1, 2, null)

  it('of and, or and not', () =>
    fc.assert(
      fc.property(condition, condition, number, (one, other, n) => {
        expect(holds(allOf([one, other]), n)).toBe(holds(one, n) && holds(other, n))
        expect(holds(anyOf([one, other]), n)).toBe(holds(one, n) || holds(other, n))
        expect(holds(complement(one), n)).toBe(!holds(one, n))
      }),
      runs(200),
    ))

  it('with nothing inside: its result equals that for null', () =>
    fc.assert(
      fc.property(condition, (one) => {
        expect(holds(ofNothing(one), 1)).toBe(holds(one, null))
      }),
      runs(200),
    ))
})
