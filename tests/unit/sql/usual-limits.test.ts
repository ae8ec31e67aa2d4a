import { describe, expect, test } from 'vitest'
import { usualLimit } from '../../../packages/sql/src/documents/statement.ts'

describe('a limit in a statement', () => {
  test.each([0, 1, 10, 11, 20, 21, 25, 50, 51, 100, 101])('of %i is written, so that it is planned once', (limit) => {
    expect(usualLimit(limit)).toBe(limit)
  })

  test('of a client’s choice is bound, so that few statements are made', () => {
    const limits = Array.from({ length: 100 }, (_, index) => index + 1)
    expect(limits.filter((limit) => usualLimit(limit) !== undefined).length).toBeLessThan(21)
    expect(usualLimit(99)).toBeUndefined()
    expect(usualLimit(Number.MAX_SAFE_INTEGER)).toBeUndefined()
  })
})
