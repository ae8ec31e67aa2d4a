import { compileCheck, f, fieldTypes } from '@quirecms/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../setup/runs.ts'
import { valueScenarios } from './field-scenarios.ts'

valueScenarios('number', [
  { name: 'takes fractions', field: f.number(), value: -1.5e-3 },
  { name: 'refuses text', field: f.number(), value: '1', issues: ['type'] },
  { name: 'refuses NaN', field: f.number(), value: Number.NaN, issues: ['type'] },
  { name: 'refuses infinity', field: f.number(), value: Number.POSITIVE_INFINITY, issues: ['type'] },
  { name: 'has a minimum', field: f.number({ min: 0 }), value: -0.1, issues: ['min'] },
  { name: 'includes its minimum', field: f.number({ min: 0 }), value: 0 },
  { name: 'has a maximum', field: f.number({ max: 10 }), value: 10.1, issues: ['max'] },
  { name: 'includes its maximum', field: f.number({ max: 10 }), value: 10 },
  { name: 'takes integers', field: f.number({ integer: true }), value: -3 },
  { name: 'takes 1.0 as an integer', field: f.number({ integer: true }), value: 1.0 },
  { name: 'refuses a fraction for an integer', field: f.number({ integer: true }), value: 1.5, issues: ['type'] },
  { name: 'refuses an integer that is not exact', field: f.number({ integer: true }), value: 2 ** 53, issues: ['max'] },
])

valueScenarios('checkbox', [
  { name: 'takes true', field: f.checkbox(), value: true },
  { name: 'takes false', field: f.checkbox(), value: false },
  { name: 'refuses strings', field: f.checkbox(), value: 'true', issues: ['type'] },
  { name: 'refuses numbers', field: f.checkbox(), value: 1, issues: ['type'] },
])

valueScenarios('date', [
  { name: 'takes a date as midnight UTC', field: f.date(), value: '2024-02-29', storedAs: '2024-02-29T00:00:00.000Z' },
  {
    name: 'takes a date-time',
    field: f.date(),
    value: '2024-05-01T10:20:30Z',
    storedAs: '2024-05-01T10:20:30.000Z',
  },
  { name: 'accepts its stored form', field: f.date(), value: '2024-05-01T10:20:30.123Z' },
  {
    name: 'converts offsets to UTC',
    field: f.date(),
    value: '2024-01-01T00:30:00.5+02:00',
    storedAs: '2023-12-31T22:30:00.500Z',
  },
  {
    name: 'truncates to milliseconds',
    field: f.date(),
    value: '2024-05-01T10:20:30.123456Z',
    storedAs: '2024-05-01T10:20:30.123Z',
  },
  { name: 'accepts the first year', field: f.date(), value: '0001-01-01', storedAs: '0001-01-01T00:00:00.000Z' },
  { name: 'accepts the last year', field: f.date(), value: '9999-12-31', storedAs: '9999-12-31T00:00:00.000Z' },
  ...[
    '2023-02-29',
    '2024-02-30',
    // As it would be stored.
    '2023-02-29T00:00:00.000Z',
    '2024-04-31T00:00:00.000Z',
    '2024-13-01',
    '2024-00-10',
    '2024-1-1',
    '0000-12-31',
    '0001-01-01T00:00:00+02:00',
    '9999-12-31T23:59:59-02:00',
    '+012024-01-01',
    '2024-01-01T10:00:00',
    '2024-01-01T24:00:00Z',
    '2024-01-01T10:60:00Z',
    '2024-01-01T10:00:60Z',
    '2024-01-01T10:00:00+25:00',
    '2024-01-01 10:00:00Z',
    ' 2024-01-01',
    '2024-01-01\n',
    'today',
    '',
    '1704067200000',
  ].map((value) => ({ name: `refuses ${JSON.stringify(value)}`, field: f.date(), value, issues: ['format'] })),
  { name: 'refuses numbers', field: f.date(), value: 1_704_067_200_000, issues: ['type'] },
])

test('every date-time is stored as the same instant, in one form', () => {
  const { date } = fieldTypes
  const two = (value: number): string => String(value).padStart(2, '0')
  const offset = fc
    .tuple(fc.constantFrom('+', '-'), fc.nat(14), fc.constantFrom(0, 30, 45))
    .map(([sign, hours, minutes]) => `${sign}${two(hours)}:${two(minutes)}`)
  const instants = fc.date({ min: new Date('0002-01-01'), max: new Date('9998-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(instants, fc.oneof(fc.constant('Z'), offset), (instant, zone) => {
      const given = instant.toISOString().replace('Z', zone)
      expect(compileCheck(date, {})(given)).toEqual([])
      const stored = date.normalize(given, {})
      expect(stored).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      expect(Date.parse(stored as string)).toBe(Date.parse(given))
      expect(date.normalize(stored, {})).toBe(stored)
    }),
  )
})

test('a text is either refused as a date or stored in the canonical form', () => {
  const { date } = fieldTypes
  const check = compileCheck(date, {})
  fc.assert(
    fc.property(fc.stringMatching(/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,4})?)?(Z|[+-]\d\d:\d\d)?)?$/), (given) => {
      if (check(given).length > 0) return
      const stored = date.normalize(given, {}) as string
      expect(new Date(stored).toISOString()).toBe(stored)
    }),
    runs(2000),
  )
})

valueScenarios('select', [
  { name: 'takes one of its options', field: f.select({ options: ['a', 'b'] }), value: 'b' },
  {
    name: 'takes the value of a labelled option',
    field: f.select({ options: [{ label: 'A', value: 'a' }] }),
    value: 'a',
  },
  {
    name: 'refuses its label',
    field: f.select({ options: [{ label: 'A', value: 'a' }] }),
    value: 'A',
    issues: ['option'],
  },
  { name: 'refuses anything else', field: f.select({ options: ['a', 'b'] }), value: 'c', issues: ['option'] },
  { name: 'refuses other types', field: f.select({ options: ['1'] }), value: 1, issues: ['type'] },
  { name: 'with many, checks each element', field: f.select({ options: ['a'], many: true }), value: 'a' },
])
