import type { ConditionGroup } from './storage-under-test.ts'
import { compare, index, path } from './sample.ts'

const t = path('text', 't')
const n = path('number', 'n')
const b = path('boolean', 'b')
const long = 'x'.repeat(5000)

const text: ConditionGroup = {
  name: 'text',
  indexes: [index('t', t)],
  documents: {
    alpha: { t: 'alpha' },
    upper: { t: 'Alpha' },
    empty: { t: '' },
    quote: { t: `it's "quoted" \\ 100% _x_` },
    umlaut: { t: 'ÄRGER Straße ΣΊΣΥΦΟΣ İ' },
    emoji: { t: '😀' },
    bmp: { t: '\uffee' },
    long1: { t: `${long}1` },
    long2: { t: `${long}2` },
    null: { t: null },
    missing: {},
    number: { t: 5 },
    object: { t: { t: 'alpha' } },
    list: { t: ['alpha'] },
    boolean: { t: true },
  },
  cases: [
    ['equals is exact', compare(t, { op: 'equals', value: 'alpha' }), 'alpha'],
    ['equals knows quotes', compare(t, { op: 'equals', value: `it's "quoted" \\ 100% _x_` }), 'quote'],
    ['equals the empty text', compare(t, { op: 'equals', value: '' }), 'empty'],
    ['equals a long text', compare(t, { op: 'equals', value: `${long}2` }), 'long2'],
    ['equals never a number', compare(t, { op: 'equals', value: '5' }), ''],
    ['equals a value of another type', compare(t, { op: 'equals', value: 5 }), ''],
    ['equals a text that cannot be stored', compare(t, { op: 'equals', value: 'alpha\0' }), ''],
    ['in', compare(t, { op: 'in', values: ['alpha', '', 'other'] }), 'alpha empty'],
    ['in long texts', compare(t, { op: 'in', values: [`${long}1`, `${long}3`] }), 'long1'],
    ['in nothing', compare(t, { op: 'in', values: [] }), ''],
    ['in with what cannot be stored', compare(t, { op: 'in', values: ['\0', 'alpha', '\ud800'] }), 'alpha'],
    ['is null', compare(t, { op: 'is_null' }), 'null missing'],
    [
      'is set',
      compare(t, { op: 'is_set' }),
      'alpha upper empty quote umlaut emoji bmp long1 long2 number object list boolean',
    ],
    ['gt is by code point', compare(t, { op: 'gt', value: '\uffee' }), 'emoji'],
    ['gte', compare(t, { op: 'gte', value: '\uffee' }), 'bmp emoji'],
    ['lt', compare(t, { op: 'lt', value: 'Alpha' }), 'empty'],
    ['lte', compare(t, { op: 'lte', value: 'Alpha' }), 'empty upper'],
    ['gt long', compare(t, { op: 'gt', value: `${long}1` }), 'long2 umlaut emoji bmp'],
    ['gt a number', compare(t, { op: 'gt', value: 1 }), ''],
    ['like needs every word', compare(t, { op: 'like', words: ['STRASSE'] }), ''],
    ['like in any order', compare(t, { op: 'like', words: ['straße', 'ärger'] }), 'umlaut'],
    [
      'like without words',
      compare(t, { op: 'like', words: [] }),
      'alpha upper empty quote umlaut emoji bmp long1 long2',
    ],
    ['contains folds case', compare(t, { op: 'contains', value: 'LPH' }), 'alpha upper'],
    ['contains folds each code point', compare(t, { op: 'contains', value: 'σίσυφοσ i' }), 'umlaut'],
    ['contains knows no wildcards', compare(t, { op: 'contains', value: '%' }), 'quote'],
    ['contains a backslash', compare(t, { op: 'contains', value: '\\' }), 'quote'],
    [
      'contains the empty text',
      compare(t, { op: 'contains', value: '' }),
      'alpha upper empty quote umlaut emoji bmp long1 long2',
    ],
    ['contains what cannot be stored', compare(t, { op: 'contains', value: '\0' }), ''],
    ['starts_with', compare(t, { op: 'starts_with', value: 'AL' }), 'alpha upper'],
    ['starts_with more than there is', compare(t, { op: 'starts_with', value: 'alphabet' }), ''],
    ['ends_with', compare(t, { op: 'ends_with', value: 'HA' }), 'alpha upper'],
    ['ends_with an emoji', compare(t, { op: 'ends_with', value: '😀' }), 'emoji'],
    ['ends_with more than there is', compare(t, { op: 'ends_with', value: 'xalpha' }), ''],
    [
      'ends_with the empty text',
      compare(t, { op: 'ends_with', value: '' }),
      'alpha upper empty quote umlaut emoji bmp long1 long2',
    ],
  ],
}

const numbers: ConditionGroup = {
  name: 'numbers',
  indexes: [index('n', n)],
  documents: {
    zero: { n: 0 },
    one: { n: 1 },
    tenth: { n: 0.1 },
    negative: { n: -5 },
    big: { n: 39377529316143310 },
    huge: { n: 1e300 },
    null: { n: null },
    missing: {},
    text: { n: '1' },
    boolean: { n: true },
    list: { n: [1] },
  },
  cases: [
    ['equals', compare(n, { op: 'equals', value: 1 }), 'one'],
    ['equals zero', compare(n, { op: 'equals', value: 0 }), 'zero'],
    ['equals a fraction', compare(n, { op: 'equals', value: 0.1 }), 'tenth'],
    ['equals beyond exact integers', compare(n, { op: 'equals', value: 39377529316143310 }), 'big'],
    ['equals a huge number', compare(n, { op: 'equals', value: 1e300 }), 'huge'],
    ['equals never a text', compare(n, { op: 'equals', value: '1' }), ''],
    ['in', compare(n, { op: 'in', values: [1, 0.1, 39377529316143310, 7] }), 'one tenth big'],
    ['gt', compare(n, { op: 'gt', value: 0 }), 'one tenth big huge'],
    ['gte', compare(n, { op: 'gte', value: 1 }), 'one big huge'],
    ['lt', compare(n, { op: 'lt', value: 0.1 }), 'zero negative'],
    ['lte', compare(n, { op: 'lte', value: 0.1 }), 'zero negative tenth'],
    ['is null', compare(n, { op: 'is_null' }), 'null missing'],
    ['contains nothing', compare(n, { op: 'contains', value: '1' }), 'text'],
  ],
}

const booleans: ConditionGroup = {
  name: 'booleans',
  indexes: [index('b', b)],
  documents: { yes: { b: true }, no: { b: false }, null: { b: null }, missing: {}, one: { b: 1 }, text: { b: 'true' } },
  cases: [
    ['equals true', compare(b, { op: 'equals', value: true }), 'yes'],
    ['equals false', compare(b, { op: 'equals', value: false }), 'no'],
    ['equals never a number', compare(b, { op: 'equals', value: 1 }), ''],
    ['in', compare(b, { op: 'in', values: [true, false] }), 'yes no'],
    ['is null', compare(b, { op: 'is_null' }), 'null missing'],
  ],
}

const j = (...keys: string[]) => path('json', 'j', ...keys)

const freeJson: ConditionGroup = {
  name: 'free JSON',
  documents: {
    text: { j: { v: '1' } },
    number: { j: { v: 1 } },
    boolean: { j: { v: true } },
    null: { j: { v: null } },
    object: { j: { v: { v: 1 } } },
    list: { j: { v: [1] } },
    scalar: { j: 'v' },
    array: { j: [{ v: 1 }] },
    odd: { j: { 'a.b': 1, "it's": 2, 'say "x"': 3, '': 4, 'back\\slash': 5, $: 6, 'ü😀': 7, 'new\nline': 8, '0': 9 } },
    missing: {},
  },
  cases: [
    ['equals a text', compare(j('v'), { op: 'equals', value: '1' }), 'text'],
    ['equals a number', compare(j('v'), { op: 'equals', value: 1 }), 'number'],
    ['equals a boolean', compare(j('v'), { op: 'equals', value: true }), 'boolean'],
    ['in several types', compare(j('v'), { op: 'in', values: ['1', 1, false] }), 'text number'],
    ['gt a number', compare(j('v'), { op: 'gt', value: 0 }), 'number'],
    ['gt a text', compare(j('v'), { op: 'gt', value: '0' }), 'text'],
    ['is null where there is no object', compare(j('v'), { op: 'is_null' }), 'null scalar array odd missing'],
    ['contains', compare(j('v'), { op: 'contains', value: '1' }), 'text'],
    ['goes deeper', compare(j('v', 'v'), { op: 'equals', value: 1 }), 'object'],
    ['never indexes a list by a key', compare(j('v', '0'), { op: 'equals', value: 1 }), ''],
    ['a dot in a key', compare(j('a.b'), { op: 'equals', value: 1 }), 'odd'],
    ['an apostrophe in a key', compare(j("it's"), { op: 'equals', value: 2 }), 'odd'],
    ['a quote in a key', compare(j('say "x"'), { op: 'equals', value: 3 }), 'odd'],
    ['the empty key', compare(j(''), { op: 'equals', value: 4 }), 'odd'],
    ['a backslash in a key', compare(j('back\\slash'), { op: 'equals', value: 5 }), 'odd'],
    ['a dollar as key', compare(j('$'), { op: 'equals', value: 6 }), 'odd'],
    ['any alphabet in a key', compare(j('ü😀'), { op: 'equals', value: 7 }), 'odd'],
    ['a line end in a key', compare(j('new\nline'), { op: 'equals', value: 8 }), 'odd'],
    ['digits as key', compare(j('0'), { op: 'equals', value: 9 }), 'odd'],
    ['a key that cannot be stored', compare(j('\0'), { op: 'is_set' }), ''],
    ['half a surrogate pair as key', compare(j('\ud800'), { op: 'is_set' }), ''],
    ['a key that is SQL', compare(j("') or 1=1 --"), { op: 'is_set' }), ''],
  ],
}

export const scalarCases: readonly ConditionGroup[] = [text, numbers, booleans, freeJson]
