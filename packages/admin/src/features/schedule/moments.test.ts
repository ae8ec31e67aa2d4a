import { describe, expect, it } from 'vitest'
import { inAnHour, mondayAtNine, tomorrowAtNine } from './moments.ts'

describe('suggested publication times', () => {
  it('include the next hour, the morning and Monday', () => {
    const friday = new Date(2030, 1, 1, 16, 30, 12)
    expect(inAnHour(friday)).toEqual(new Date(2030, 1, 1, 17, 30))
    expect(tomorrowAtNine(friday)).toEqual(new Date(2030, 1, 2, 9))
    expect(mondayAtNine(friday)).toEqual(new Date(2030, 1, 4, 9))
    // On a Monday, the next one.
    expect(mondayAtNine(new Date(2030, 1, 4, 8))).toEqual(new Date(2030, 1, 11, 9))
    expect(mondayAtNine(new Date(2030, 1, 3, 23, 59))).toEqual(new Date(2030, 1, 4, 9))
  })
})
