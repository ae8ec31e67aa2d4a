import { describe, expect, it } from 'vitest'
import { weeksOf } from './month.ts'

describe('the weeks of a month', () => {
  it('start on Monday or Sunday, and have seven days', () => {
    // The 1st of November 2026 is a Sunday.
    const fromMonday = weeksOf(2026, 10, 1)
    expect(fromMonday[0]).toEqual([null, null, null, null, null, null, 1])
    expect(fromMonday.at(-1)).toEqual([30, null, null, null, null, null, null])
    expect(weeksOf(2026, 10, 0)[0]).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  it('contain every day once, also in leap years', () => {
    expect(
      weeksOf(2028, 1, 1)
        .flat()
        .filter((day) => day !== null),
    ).toEqual(Array.from({ length: 29 }, (_, index) => index + 1))
  })
})
