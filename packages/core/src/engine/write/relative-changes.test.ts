import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../../../tests/setup/runs.ts'
import { addExactly } from './relative-changes.ts'

describe('an exact sum', () => {
  it.each([
    [0.1, 0.2, 0.3],
    [1.1, 2.2, 3.3],
    [0.1, -0.1, 0],
    [1e21, 1, 1e21],
    [1e-7, 2e-7, 3e-7],
    [1.005, 0.005, 1.01],
    [-1.5, 0.25, -1.25],
    [9_007_199_254_740_991, 1, 9_007_199_254_740_992],
    [5e-324, 5e-324, 1e-323],
    [1.7976931348623157e308, 1e308, Infinity],
    [Infinity, 1, Infinity],
  ])('%d + %d = %d', (one, other, sum) => expect(addExactly(one, other)).toBe(sum))

  it('of many small steps is exact', () => {
    let sum = 0
    for (let count = 0; count < 50; count += 1) sum = addExactly(sum, 0.1)
    expect(sum).toBe(5)
  })

  const decimal = fc
    .tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 6 }))
    .map(([digits, places]) => Number(`${digits}e-${places}`))

  it('does not depend on the order, and is reverted by the opposite', () =>
    fc.assert(
      fc.property(decimal, decimal, (one, other) => {
        const sum = addExactly(one, other)
        expect(sum).toBe(addExactly(other, one))
        expect(addExactly(sum, -other) + 0).toBe(one + 0)
      }),
      runs(300),
    ))
})
