import { describe, expect, it } from 'vitest'
import { inAnHour, localInput, momentOf, mondayAtNine, tomorrowAtNine } from './moments.ts'

describe('moments to publish at', () => {
  it('reads what it wrote into an input', () => {
    const moment = new Date(2030, 0, 31, 9, 5)
    expect(localInput(moment)).toBe('2030-01-31T09:05')
    expect(momentOf(localInput(moment))).toEqual(moment)
    expect(momentOf('')).toBeUndefined()
    expect(momentOf('2030-01-')).toBeUndefined()
  })

  it('proposes the next hour, morning and Monday', () => {
    const friday = new Date(2030, 1, 1, 16, 30, 12)
    expect(inAnHour(friday)).toEqual(new Date(2030, 1, 1, 17, 30))
    expect(tomorrowAtNine(friday)).toEqual(new Date(2030, 1, 2, 9))
    expect(mondayAtNine(friday)).toEqual(new Date(2030, 1, 4, 9))
    // On a Monday, the next one.
    expect(mondayAtNine(new Date(2030, 1, 4, 8))).toEqual(new Date(2030, 1, 11, 9))
    expect(mondayAtNine(new Date(2030, 1, 3, 23, 59))).toEqual(new Date(2030, 1, 4, 9))
  })
})
