import { expect, it } from 'vitest'
import { dateText } from './date-text.ts'
import { moved, weeksOf } from './month.ts'

it('writes days as each region does', () => {
  expect(dateText('en-GB').day('2026-03-01')).toBe('01/03/2026')
  expect(dateText('en-US').day('2026-03-01')).toBe('03/01/2026')
  expect(dateText('de').day('2026-03-01')).toBe('01.03.2026')
  expect(dateText('ja').day('2026-03-01')).toBe('2026/03/01')
})

it('reads days in the order of the region, and with the year first in any', () => {
  expect(dateText('en-GB').parseDay('1/3/2026')).toBe('2026-03-01')
  expect(dateText('en-US').parseDay('1/3/2026')).toBe('2026-01-03')
  expect(dateText('de').parseDay('1. 3. 26')).toBe('2026-03-01')
  expect(dateText('de').parseDay('1.3')).toBe(`${new Date().getFullYear()}-03-01`)
  for (const region of ['en-US', 'en-GB', 'de', 'ar-EG'])
    expect(dateText(region).parseDay('2026-03-01')).toBe('2026-03-01')
})

it('reads what it writes, in every script', () => {
  for (const region of [
    'en',
    'en-GB',
    'de',
    'fr',
    'es',
    'pt-BR',
    'it',
    'nl',
    'pl',
    'ja',
    'zh-CN',
    'ar',
    'ar-EG',
    'fa',
    'th',
    'ko',
  ]) {
    const { day, parseDay, time, parseTime } = dateText(region)
    expect(parseDay(day('2026-11-07'), true), region).toBe('2026-11-07')
    for (const [hours, minutes] of [
      [0, 5],
      [9, 30],
      [12, 0],
      [21, 45],
    ] as const) {
      expect(parseTime(time(hours, minutes), true), `${region} ${time(hours, minutes)}`).toEqual([hours, minutes])
    }
  }
})

it('rejects text that is not a day or a time', () => {
  const { parseDay, parseTime } = dateText('en-GB')
  for (const typed of ['', 'soon', '1', '31/02/2026', '00/01/2026', '1/13/2026', '1/2/3/4'])
    expect(parseDay(typed), typed).toBeUndefined()
  for (const typed of ['', 'noon', '24:00', '9:60']) expect(parseTime(typed), typed).toBeUndefined()
  expect(parseTime('9')).toEqual([9, 0])
  expect(parseTime('9 pm')).toEqual([21, 0])
  expect(parseTime('12am')).toEqual([0, 0])
  expect(parseTime('0930')).toEqual([9, 30])
})

it('does not parse incomplete text yet', () => {
  const { parseDay, parseTime } = dateText('en-GB')
  for (const typed of ['1/3', '1/3/20', '1/3/202']) expect(parseDay(typed, true), typed).toBeUndefined()
  for (const typed of ['9', '12']) expect(parseTime(typed, true), typed).toBeUndefined()
})

it('moves from day to day with the arrow keys, in the direction of the script', () => {
  expect(moved('2026-03-01', 'ArrowLeft', 1, false)).toBe('2026-02-28')
  expect(moved('2026-03-01', 'ArrowLeft', 1, true)).toBe('2026-03-02')
  expect(moved('2026-03-31', 'PageUp', 1, false)).toBe('2026-02-28')
  expect(moved('2026-03-04', 'Home', 1, false)).toBe('2026-03-02')
  expect(moved('2026-03-04', 'Home', 0, false)).toBe('2026-03-01')
  expect(moved('2026-03-04', 'End', 1, false)).toBe('2026-03-08')
  expect(moved('2026-03-04', 'x', 1, false)).toBeUndefined()
  expect(moved('0001-01-01', 'ArrowLeft', 1, false)).toBeUndefined()
})

it('starts weeks on the first day of the region', () => {
  expect(weeksOf(2026, 2, 1)[0]).toEqual([null, null, null, null, null, null, 1])
  expect(weeksOf(2026, 2, 0)[0]).toEqual([1, 2, 3, 4, 5, 6, 7])
})
