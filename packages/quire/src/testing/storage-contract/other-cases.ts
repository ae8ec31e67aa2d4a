import type { ConditionGroup } from './storage-under-test.ts'
import { compare, elements, index, locale, path } from './sample.ts'

const t = path('text', 't')
const n = path('number', 'n')
const deOnly = path('text', 'l', locale('de'))
const deThenEn = path('text', 'l', locale('de', 'en'))

const locales: ConditionGroup = {
  name: 'locales',
  indexes: [index('l de', deOnly)],
  documents: {
    both: { l: { de: 'eins', en: 'one' } },
    en: { l: { en: 'one' } },
    nulled: { l: { de: null, en: 'one' } },
    wrong: { l: { de: 5, en: 'one' } },
    none: { l: {} },
    plain: { l: 'one' },
    null: { l: null },
    missing: {},
    list: { l: { de: ['x'], en: ['one'] } },
  },
  cases: [
    ['one locale', compare(deOnly, { op: 'equals', value: 'eins' }), 'both'],
    ['one locale is null', compare(deOnly, { op: 'is_null' }), 'en nulled none plain null missing'],
    ['the first that is set', compare(deThenEn, { op: 'equals', value: 'one' }), 'en nulled'],
    ['the first that is set comes first', compare(deThenEn, { op: 'equals', value: 'eins' }), 'both'],
    ['none of them', compare(deThenEn, { op: 'is_null' }), 'none plain null missing'],
    [
      'elements of a locale',
      compare(path('text', 'l', locale('de', 'en'), elements), { op: 'equals', value: 'x' }),
      'list',
    ],
  ],
}

const point = path('point', 'at')
const square = [
  [0, 0],
  [10, 0],
  [10, 10],
  [0, 10],
  [0, 0],
] as const
const hole = [
  [4, 4],
  [6, 4],
  [6, 6],
  [4, 6],
  [4, 4],
] as const

const points: ConditionGroup = {
  name: 'points',
  documents: {
    origin: { at: [0, 0] },
    inside: { at: [2, 2] },
    hole: { at: [5, 5] },
    holeBorder: { at: [4, 5] },
    border: { at: [10, 5] },
    outside: { at: [11, 5] },
    tiny: { at: [5e-324, 1e-200] },
    antipode: { at: [180, 0] },
    null: { at: null },
    missing: {},
    text: { at: '2,2' },
    triple: { at: [2, 2, 2] },
    words: { at: ['2', '2'] },
    far: { at: [1000, 1000] },
  },
  cases: [
    ['near', compare(point, { op: 'near', lng: 0, lat: 0, max: 1000, min: 0 }), 'origin tiny'],
    ['near, at least', compare(point, { op: 'near', lng: 0, lat: 0, max: 400_000, min: 1 }), 'inside'],
    [
      'near, the whole earth',
      compare(point, { op: 'near', lng: 0, lat: 0, max: 21_000_000, min: 20_000_000 }),
      'antipode',
    ],
    ['within', compare(point, { op: 'within', rings: [square] }), 'origin inside hole holeBorder border tiny'],
    [
      'within, with a hole',
      compare(point, { op: 'within', rings: [square, hole] }),
      'origin inside holeBorder border tiny',
    ],
    ['is null', compare(point, { op: 'is_null' }), 'null missing'],
  ],
}

const hello = compare(t, { op: 'equals', value: 'hello' })

const logic: ConditionGroup = {
  name: 'logic',
  documents: { hello1: { t: 'hello', n: 1 }, hello2: { t: 'hello', n: null }, other: { t: 'other', n: 1 }, empty: {} },
  cases: [
    ['always', { kind: 'always' }, 'hello1 hello2 other empty'],
    ['never', { kind: 'never' }, ''],
    ['and', { kind: 'and', of: [hello, compare(n, { op: 'equals', value: 1 })] }, 'hello1'],
    ['or', { kind: 'or', of: [hello, compare(n, { op: 'equals', value: 1 })] }, 'hello1 hello2 other'],
    ['and of nothing', { kind: 'and', of: [] }, 'hello1 hello2 other empty'],
    ['or of nothing', { kind: 'or', of: [] }, ''],
    ['not includes nulls', { kind: 'not', of: hello }, 'other empty'],
    ['not of not', { kind: 'not', of: { kind: 'not', of: hello } }, 'hello1 hello2'],
    ['not of order includes nulls', { kind: 'not', of: compare(n, { op: 'gt', value: 0 }) }, 'hello2 empty'],
    [
      'not inside of or',
      { kind: 'or', of: [{ kind: 'not', of: hello }, compare(n, { op: 'equals', value: 1 })] },
      'hello1 other empty',
    ],
    ['groups are keys', compare(path('text', 't', 'deeper'), { op: 'is_null' }), 'hello1 hello2 other empty'],
  ],
}

export const otherCases: readonly ConditionGroup[] = [locales, points, logic]
