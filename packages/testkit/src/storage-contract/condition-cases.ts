import type { Condition, IndexSpec, JsonObject } from '@quire/core'
import { blocks, compare, elements, index, locale, path, rows } from './sample.ts'

/** Documents by id, and which of them each condition finds. Its negation must find exactly the others. */
export interface ConditionGroup {
  readonly name: string
  readonly documents: Readonly<Record<string, JsonObject>>
  /** Everything holds with and without these. */
  readonly indexes?: readonly IndexSpec[]
  readonly cases: readonly (readonly [name: string, condition: Condition, found: string])[]
}

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

const r = path('text', 'r', rows, 'v')
const nested = path('number', 'r', rows, 'q', rows, 'n')

const rowsGroup: ConditionGroup = {
  name: 'rows',
  documents: {
    ab: { r: [{ v: 'a' }, { v: 'b' }] },
    a: { r: [{ v: 'a' }] },
    null: { r: [{ v: 'a' }, { v: null }] },
    hole: { r: [{}] },
    empty: { r: [] },
    missing: {},
    object: { r: { v: 'a' } },
    scalars: { r: ['a', 5, null, ['a']] },
    text: { r: 'a' },
    deep: { r: [{ q: [{ n: 1 }, { n: 2 }] }, { q: [{ n: 3 }] }] },
    deepEmpty: { r: [{ q: [] }, { q: [{ n: 1 }] }] },
  },
  cases: [
    ['some row equals', compare(r, { op: 'equals', value: 'b' }), 'ab'],
    ['some row is in', compare(r, { op: 'in', values: ['a', 'z'] }), 'ab a null'],
    ['some row contains', compare(r, { op: 'contains', value: 'B' }), 'ab'],
    ['some row is null', compare(r, { op: 'is_null' }), 'null hole empty missing object scalars text deep deepEmpty'],
    ['some row is set', compare(r, { op: 'is_set' }), 'ab a null'],
    ['rows in rows', compare(nested, { op: 'equals', value: 3 }), 'deep'],
    ['order in rows in rows', compare(nested, { op: 'lt', value: 2 }), 'deep deepEmpty'],
    [
      'an empty list on the way is a null',
      compare(nested, { op: 'is_null' }),
      'ab a null hole empty missing object scalars text deepEmpty',
    ],
    ['rows in rows are set', compare(nested, { op: 'is_set' }), 'deep deepEmpty'],
  ],
}

const blockText = path('text', 's', blocks('quote'), 'v')

const blocksGroup: ConditionGroup = {
  name: 'blocks',
  documents: {
    quote: { s: [{ blockType: 'quote', v: 'a' }] },
    image: { s: [{ blockType: 'image', v: 'a' }] },
    both: {
      s: [
        { blockType: 'image', v: 'x' },
        { blockType: 'quote', v: 'b' },
      ],
    },
    untyped: { s: [{ v: 'a' }] },
    scalars: { s: ['quote'] },
    empty: { s: [] },
    missing: {},
  },
  cases: [
    ['only rows of that block', compare(blockText, { op: 'equals', value: 'a' }), 'quote'],
    ['none of that block is a null', compare(blockText, { op: 'is_null' }), 'image untyped scalars empty missing'],
    ['set in that block', compare(blockText, { op: 'is_set' }), 'quote both'],
  ],
}

const tag = path('text', 'tags', elements)

const elementsGroup: ConditionGroup = {
  name: 'elements and lists',
  documents: {
    ab: { tags: ['a', 'b'] },
    ba: { tags: ['b', 'a'] },
    mixed: { tags: [1, true, null, 'a'] },
    numbers: { tags: [1, 2.5] },
    empty: { tags: [] },
    null: { tags: null },
    missing: {},
    text: { tags: 'a' },
    object: { tags: { a: 'a' } },
  },
  cases: [
    ['has the element', compare(tag, { op: 'equals', value: 'a' }), 'ab ba mixed'],
    ['has one of', compare(tag, { op: 'in', values: ['b', 'c'] }), 'ab ba'],
    ['numbers', compare(path('number', 'tags', elements), { op: 'equals', value: 1 }), 'mixed numbers'],
    ['order', compare(path('number', 'tags', elements), { op: 'gt', value: 2 }), 'numbers'],
    ['booleans', compare(path('boolean', 'tags', elements), { op: 'equals', value: true }), 'mixed'],
    ['no element is a null', compare(tag, { op: 'is_null' }), 'mixed empty null missing text object'],
    ['some element', compare(tag, { op: 'is_set' }), 'ab ba mixed numbers'],
    ['the whole list', compare(path('text', 'tags'), { op: 'list_equals', value: ['a', 'b'] }), 'ab'],
    ['a list of numbers', compare(path('number', 'tags'), { op: 'list_equals', value: [1, 2.5] }), 'numbers'],
    ['the empty list', compare(path('text', 'tags'), { op: 'list_equals', value: [] }), 'empty'],
    ['a list that cannot be stored', compare(path('text', 'tags'), { op: 'list_equals', value: ['\0'] }), ''],
  ],
}

const pair = path('pair', 'p')
const pairs = path('pair', 'ps', elements)

const pairsGroup: ConditionGroup = {
  name: 'pairs',
  documents: {
    post: { p: { relationTo: 'posts', value: '1' }, ps: [{ relationTo: 'posts', value: '1' }] },
    page: {
      p: { relationTo: 'pages', value: '1' },
      ps: [
        { relationTo: 'pages', value: '1' },
        { relationTo: 'posts', value: '2' },
      ],
    },
    half: { p: { relationTo: 'posts' }, ps: [{ value: '1' }] },
    scalar: { p: 'posts/1', ps: ['posts/1'] },
    null: { p: null, ps: null },
    missing: {},
  },
  cases: [
    ['equals', compare(pair, { op: 'equals', value: 'posts/1' }), 'post'],
    ['in', compare(pair, { op: 'in', values: ['posts/1', 'pages/1'] }), 'post page'],
    ['is null', compare(pair, { op: 'is_null' }), 'null missing'],
    ['its keys', compare(path('text', 'p', 'relationTo'), { op: 'equals', value: 'posts' }), 'post half'],
    ['both of one element', compare(pairs, { op: 'equals', value: 'posts/1' }), 'post'],
    ['a key of an element', compare(path('text', 'ps', elements, 'value'), { op: 'equals', value: '2' }), 'page'],
    [
      'a key is null in some element',
      compare(path('text', 'ps', elements, 'value'), { op: 'is_null' }),
      'scalar null missing',
    ],
  ],
}

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

export const conditionGroups: readonly ConditionGroup[] = [
  text,
  numbers,
  booleans,
  freeJson,
  rowsGroup,
  blocksGroup,
  elementsGroup,
  pairsGroup,
  locales,
  points,
  logic,
]
