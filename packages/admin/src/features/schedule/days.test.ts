import { describe, expect, it } from 'vitest'
import { dayOf, daysAfter, monthOf, movedTo, nameOfMonth, usualTimeOn } from './days.ts'

describe('days of the calendar', () => {
  it('are in the time zone of the user, across months and years', () => {
    expect(dayOf(new Date(2030, 0, 31, 23, 59))).toBe('2030-01-31')
    expect(daysAfter('2030-01-31', 1)).toBe('2030-02-01')
    expect(daysAfter('2030-01-03', -7)).toBe('2029-12-27')
  })

  it('keep the time of actions that are moved to them', () => {
    expect(movedTo(new Date(2030, 0, 31, 17, 30, 15), '2030-03-31')).toEqual(new Date(2030, 2, 31, 17, 30, 15))
  })

  it('publish at nine, and today in an hour if nine is over', () => {
    expect(usualTimeOn('2030-02-01', new Date(2030, 0, 31, 12))).toEqual(new Date(2030, 1, 1, 9))
    expect(usualTimeOn('2030-01-31', new Date(2030, 0, 31, 8))).toEqual(new Date(2030, 0, 31, 9))
    expect(usualTimeOn('2030-01-31', new Date(2030, 0, 31, 12))).toEqual(new Date(2030, 0, 31, 13))
  })

  it('belong to the month in the address, or to the current one', () => {
    const now = new Date(2030, 4, 5)
    expect(monthOf('2031-12', now)).toEqual({ year: 2031, month: 11 })
    for (const wrong of [undefined, '2031-13', 'soon', 7]) expect(monthOf(wrong, now)).toEqual({ year: 2030, month: 4 })
    expect(nameOfMonth(2030, 12)).toBe('2031-01')
    expect(nameOfMonth(2030, -1)).toBe('2029-12')
  })
})
