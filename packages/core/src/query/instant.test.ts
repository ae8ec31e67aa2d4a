import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../../tests/setup/runs.ts'
import { isDay, parseInstant } from './instant.ts'

describe('an instant', () => {
  it.each([
    ['a day is midnight in UTC', '2026-03-01', '2026-03-01T00:00:00.000Z'],
    ['seconds may be left out', '2026-03-01T10:20Z', '2026-03-01T10:20:00.000Z'],
    ['the stored form stays', '2026-03-01T10:20:30.456Z', '2026-03-01T10:20:30.456Z'],
    ['an offset is taken off', '2026-03-01T00:30:00+02:00', '2026-02-28T22:30:00.000Z'],
    ['a negative offset is added', '2026-12-31T23:00:00-05:30', '2027-01-01T04:30:00.000Z'],
    ['one digit of a second is tenths', '2026-03-01T10:20:30.4Z', '2026-03-01T10:20:30.400Z'],
    ['what is finer than milliseconds is cut off', '2026-03-01T10:20:30.999999999Z', '2026-03-01T10:20:30.999Z'],
    ['a leap day exists in a leap year', '2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['a leap day exists in a century that 400 divides', '2000-02-29', '2000-02-29T00:00:00.000Z'],
    ['the first year is 1', '0001-01-01', '0001-01-01T00:00:00.000Z'],
    ['the last moment is in 9999', '9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('%s', (_, text, stored) => expect(parseInstant(text)).toBe(stored))

  it.each([
    ['no text', ''],
    ['a word', 'now'],
    ['30 February', '2026-02-30'],
    ['30 February in the stored form', '2026-02-30T00:00:00.000Z'],
    ['29 February of a common year', '2023-02-29'],
    ['29 February of 1900', '1900-02-29'],
    ['31 April in the stored form', '2026-04-31T00:00:00.000Z'],
    ['month 13', '2026-13-01'],
    ['month 0', '2026-00-10'],
    ['day 0', '2026-01-00'],
    ['day 0 in the stored form', '2026-01-00T00:00:00.000Z'],
    ['hour 24', '2026-01-01T24:00:00Z'],
    ['minute 60', '2026-01-01T10:60:00Z'],
    ['second 60', '2026-01-01T10:00:60Z'],
    ['a time without an offset', '2026-01-01T10:00:00'],
    ['an offset without a colon', '2026-01-01T10:00:00+0200'],
    ['an offset of 25 hours', '2026-01-01T10:00:00+25:00'],
    ['a year of two digits', '26-01-01'],
    ['a year with a sign', '+002026-01-01T00:00:00.000Z'],
    ['year 0', '0000-06-01'],
    ['what an offset moves before year 1', '0001-01-01T00:00:00+01:00'],
    ['what an offset moves beyond 9999', '9999-12-31T23:59:59-01:00'],
    ['small letters', '2026-01-01t10:00:00z'],
    ['blanks around it', ' 2026-01-01'],
    ['a line break behind it', '2026-01-01\n'],
    ['ten digits of a second', '2026-01-01T10:00:00.1234567890Z'],
    ['digits of another script', '２０２６-01-01'],
  ])('refuses %s', (_, text) => expect(parseInstant(text)).toBeUndefined())

  it('does not cache a wrong text as a right one', () => {
    expect(parseInstant('2026-01-31T00:00:00.000Z')).toBeDefined()
    expect(parseInstant('2026-02-31T00:00:00.000Z')).toBeUndefined()
    expect(parseInstant('2026-02-31T00:00:00.000Z')).toBeUndefined()
  })

  const date = fc.date({
    min: new Date('0001-01-02T00:00:00Z'),
    max: new Date('9999-12-30T00:00:00Z'),
    noInvalidDate: true,
  })

  it('has one stored form for every date, and the text order is the order in time', () =>
    fc.assert(
      fc.property(date, date, (one, other) => {
        const [first, second] = [one, other].map((at) => parseInstant(at.toISOString()))
        expect(first).toBe(one.toISOString())
        expect(String(first) < String(second)).toBe(one < other)
      }),
      runs(200),
    ))

  it('is the same in every time zone', () =>
    fc.assert(
      fc.property(date, fc.integer({ min: -23 * 60, max: 23 * 60 }), (at, minutes) => {
        const local = new Date(at.getTime() + minutes * 60_000).toISOString().slice(0, -1)
        const size = Math.abs(minutes)
        const offset = [Math.floor(size / 60), size % 60].map((part) => String(part).padStart(2, '0')).join(':')
        expect(parseInstant(`${local}${minutes < 0 ? '-' : '+'}${offset}`)).toBe(at.toISOString())
      }),
      runs(200),
    ))
})

describe('a day', () => {
  it.each(['2026-03-01', '2024-02-29', '0001-01-01', '9999-12-31'])('is %s', (text) => expect(isDay(text)).toBe(true))
  it.each(['2026-02-29', '2026-3-1', '2026-03-01T00:00:00Z', '0000-01-01', '', '2026-03-01\n', '20260301'])(
    'is not %j',
    (text) => expect(isDay(text)).toBe(false),
  )
})
