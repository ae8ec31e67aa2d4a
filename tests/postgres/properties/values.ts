import type { JsonValue } from '@quirecms/core'
import fc, { type Arbitrary } from 'fast-check'

/**
 * Values that documents and conditions draw from alike, so that conditions find something. The pools hold what databases are known
 * to see differently: case beyond ASCII, wildcards, quotes, code points beyond the 16-bit ones, numbers at the edges.
 */

const TEXTS = [
  '',
  ' ',
  'a',
  'A',
  'b',
  'ab',
  'Ab c',
  'c AB',
  '5',
  '0.1',
  'true',
  'null',
  '%',
  '_',
  'a%b',
  'a_b',
  '\\',
  'a\\b',
  `it's`,
  '"',
  `' or 1=1 --`,
  '$.a',
  'a/b',
  'things/a',
  'é',
  'e\u0301',
  'É',
  'ä',
  'Ä',
  'ÄB',
  'ß',
  'ẞ',
  'SS',
  'Σ',
  'σ',
  'ς',
  'ΟΔΟΣ',
  'οδος',
  'İ',
  'I',
  'ı',
  'i',
  'i\u0307',
  'K',
  'k',
  'Dž',
  'DŽ',
  'ﬃ',
  'ŉ',
  'Ა',
  'ა',
  '𐐀',
  '𐐨',
  '😀',
  '😀a',
  '\uffee',
  '\ufffd',
  '\ue000',
  '\u00a0',
  '\u2028',
  '\t',
  '\n',
  '\u0001',
  '\u007f',
  'x'.repeat(600),
  `${'x'.repeat(600)}y`,
  `${'ß'.repeat(499)}a`,
] as const

const NUMBERS = [
  0,
  -0,
  1,
  -1,
  2,
  5,
  0.1,
  0.2,
  0.1 + 0.2,
  -0.1,
  1e21,
  -1e21,
  1e-7,
  5e-324,
  2.2250738585072014e-308,
  1.7976931348623157e308,
  9007199254740991,
  9007199254740994,
  39377529316143310,
  1e15,
  123456789.12345679,
] as const

const INSTANTS = [
  '0001-01-01T00:00:00.000Z',
  '1969-12-31T23:59:59.999Z',
  '1970-01-01T00:00:00.000Z',
  '2024-02-29T00:00:00.000Z',
  '2024-02-29T12:30:00.000Z',
  '2024-02-29T12:30:00.001Z',
  '9999-12-31T23:59:59.999Z',
] as const

export const KEYS = [
  'a',
  'b',
  'A',
  '',
  '0',
  '-1',
  ' ',
  `it's`,
  '"',
  '\\',
  '$',
  '[0]',
  '#-1',
  '*',
  'ü',
  '😀',
  'constructor',
  '__proto__',
  'toString',
  'length',
] as const

export const text: Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 1, arbitrary: fc.constantFrom(...TEXTS).chain((one) => fc.constantFrom(...TEXTS).map((two) => one + two)) },
  {
    weight: 1,
    arbitrary: fc
      .string({ unit: 'binary', maxLength: 6 })
      .filter((value) => !value.includes('\0') && value.isWellFormed()),
  },
)

export const number: Arbitrary<number> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<number>(...NUMBERS) },
  { weight: 1, arbitrary: fc.integer({ min: -6, max: 6 }) },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
)

/** Dates in their stored form. */
export const instant: Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<string>(...INSTANTS) },
  {
    weight: 1,
    arbitrary: fc
      .date({ min: new Date('0002-01-01'), max: new Date('9998-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString()),
  },
)

/** The id of a document by its number; ids are not in the order of creation. */
export function idOf(index: number): string {
  return `01890000-0000-7000-8000-${String((index * 7919) % 10_007).padStart(12, '0')}`
}

/** Mostly one of the first documents, sometimes of none. */
export const id: Arbitrary<string> = fc.constantFrom(...[0, 1, 2, 3, 4, 5, 9999].map(idOf))

const coordinate = (most: number): Arbitrary<number> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: -2, max: 2 }).map((value) => value * (most / 180)) },
    { weight: 1, arbitrary: fc.constantFrom(-most, most, 5e-324, -1e-200, 0.1, -0.30000000000000004) },
    { weight: 1, arbitrary: fc.double({ min: -most, max: most, noNaN: true }) },
  )

export const position: Arbitrary<[number, number]> = fc.tuple(coordinate(180), coordinate(90))

/** Any value that an older schema may have left in a field. */
export const anyJson: Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 3 },
    fc.constantFrom<JsonValue>(null, true, false, [], {}),
    text,
    number,
    position,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...KEYS), tie('value'), { maxKeys: 4 }),
  ),
})).value
