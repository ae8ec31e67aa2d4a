import type { ValueOperator } from '@quirecms/core'
import { items } from './query-catalog.ts'
import { queries, type QueryCase } from './query-table.ts'

const OPERATORS: Readonly<Record<ValueOperator, unknown>> = {
  equals: 'x',
  not_equals: 'x',
  in: ['x'],
  not_in: ['x'],
  greater_than: 'x',
  greater_than_equal: 'x',
  less_than: 'x',
  less_than_equal: 'x',
  like: 'x',
  contains: 'x',
  starts_with: 'x',
  ends_with: 'x',
  exists: true,
  all: ['x'],
  near: [0, 0, 1],
  within: {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 0],
      ],
    ],
  },
}

/** Operator → operand and result. All other operators must be refused. */
type Offered = Readonly<Record<string, readonly [value: unknown, finds: string]>>

/** Two tables: what the operators of these paths find, and that there are no others. */
function operators(title: string, offeredBy: Readonly<Record<string, Offered>>): void {
  const found = Object.entries(offeredBy).flatMap(([path, offered]) =>
    Object.entries(offered).map(([operator, [value, finds]]) => ({
      name: `${path} ${operator}`,
      where: { [path]: { [operator]: value } },
      finds,
    })),
  )
  queries(`operators of ${title}`, items, found)
  const offers = Object.entries(offeredBy).map(([path, offered]) => [path, Object.keys(offered)] as const)
  queries(`no other operators of ${title}`, { ...items, matrix: 'validation' }, offers.map(noOthers))
}

function noOthers([path, offered]: readonly [path: string, offered: readonly string[]]): QueryCase {
  const lacking = Object.entries(OPERATORS).filter(([operator]) => !offered.includes(operator))
  return {
    name: `${path} has no other operators`,
    where: { [path]: Object.fromEntries(lacking) },
    refuses: lacking.map(() => `option where.${path}`),
  }
}

/** The six types that hold a text, and a text in a group: what `one` and `two` have there, and parts that only one of them has. */
const TEXTS = {
  name: { equals: 'Alpha one', part: 'ONE', start: 'ALPHA', end: 'TWO' },
  words: { equals: 'First\nline', part: 'FIRST', start: 'FIRST', end: 'SECOND LINE' },
  mail: { equals: 'one@example.com', part: 'ONE@', start: 'ONE', end: 'TWO@EXAMPLE.COM' },
  link: { equals: 'https://example.com/one', part: '/ONE', start: 'HTTPS://EXAMPLE.COM/O', end: '/TWO' },
  slug: { equals: 'alpha-one', part: '-ONE', start: 'ALPHA', end: '-TWO' },
  source: { equals: 'let one = 1', part: 'ONE', start: 'LET O', end: '= 2' },
  'seo.note': { equals: 'Note one', part: 'ONE', start: 'NOTE O', end: ' TWO' },
}

type Text = (typeof TEXTS)[keyof typeof TEXTS]

const TEXT_OPERATORS: Readonly<Record<string, readonly [value: (text: Text) => unknown, finds: string]>> = {
  equals: [({ equals }) => equals, 'one'],
  not_equals: [({ equals }) => equals, 'two none'],
  in: [({ equals }) => [equals, 'other'], 'one'],
  not_in: [({ equals }) => [equals, 'other'], 'two none'],
  greater_than: [({ equals }) => equals, 'two'],
  greater_than_equal: [({ equals }) => equals, 'one two'],
  less_than: [({ equals }) => equals, ''],
  less_than_equal: [({ equals }) => equals, 'one'],
  like: [({ part }) => part, 'one'],
  contains: [({ part }) => part, 'one'],
  starts_with: [({ start }) => start, 'one'],
  ends_with: [({ end }) => end, 'two'],
  exists: [() => true, 'one two'],
}

/**
 * One row for all texts: if the conjunction and the disjunction of their conditions find exactly these documents, so
 * does each condition.
 */
function onTexts(): QueryCase[] {
  return Object.entries(TEXT_OPERATORS).flatMap(([operator, [value, finds]]) => {
    const conditions = Object.entries(TEXTS).map(([path, text]) => ({ [path]: { [operator]: value(text) } }))
    return [
      { name: `${operator}, all texts together`, where: { and: conditions }, finds },
      { name: `${operator}, any of the texts`, where: { or: conditions }, finds },
    ]
  })
}

queries('operators of texts', items, onTexts())

queries(
  'no other operators of texts',
  { ...items, matrix: 'validation' },
  Object.keys(TEXTS).map((path) => noOthers([path, Object.keys(TEXT_OPERATORS)])),
)

operators('numbers, checkboxes and dates', {
  count: {
    equals: [1, 'one'],
    not_equals: [1, 'two none'],
    in: [[1, 5], 'one'],
    not_in: [[1, 5], 'two none'],
    greater_than: [1, 'two'],
    greater_than_equal: [1, 'one two'],
    less_than: [2, 'one'],
    less_than_equal: [2, 'one two'],
    exists: [false, 'none'],
  },
  ratio: {
    equals: [-0.25, 'two'],
    not_equals: [-0.25, 'one none'],
    in: [[0.5, -0.25], 'one two'],
    not_in: [[0.5], 'two none'],
    greater_than: [-1e21, 'one two'],
    greater_than_equal: [0.5, 'one'],
    less_than: [0, 'two'],
    less_than_equal: [-0.25, 'two'],
    exists: [true, 'one two'],
  },
  on: {
    equals: [true, 'one'],
    not_equals: [true, 'two none'],
    in: [[true, false], 'one two'],
    not_in: [[false], 'one none'],
    exists: [false, 'none'],
  },
  at: {
    equals: ['2024-03-01T10:00:00Z', 'one'],
    not_equals: ['2024-03-01T10:00:00Z', 'two none'],
    in: [['2024-03-01T10:00:00Z', '2024-03-02T10:00:00Z'], 'one two'],
    not_in: [['2024-03-02T10:00:00Z'], 'one none'],
    greater_than: ['2024-03-01T10:00:00Z', 'two'],
    greater_than_equal: ['2024-03-01T10:00:00Z', 'one two'],
    less_than: ['2024-03-02', 'one'],
    less_than_equal: ['2024-03-02T10:00:00Z', 'one two'],
    exists: [true, 'one two'],
  },
})

operators('choices and references', {
  kind: {
    equals: ['x', 'one'],
    not_equals: ['x', 'two none'],
    in: [['x', 'y'], 'one two'],
    not_in: [['x'], 'two none'],
    exists: [true, 'one two'],
  },
  tags: {
    equals: [['x', 'y'], 'one'],
    not_equals: [['x', 'y'], 'two none'],
    in: [['y', 'z'], 'one two'],
    not_in: [['y'], 'two none'],
    contains: ['y', 'one'],
    all: [['y', 'x'], 'one'],
    exists: [true, 'one two'],
  },
  shelf: {
    equals: ['{top}', 'one'],
    not_equals: ['{top}', 'two none'],
    in: [['{top}', '{nothing}'], 'one'],
    not_in: [['{top}'], 'two none'],
    exists: [false, 'none'],
  },
  shelves: {
    equals: ['{top}', 'one'],
    not_equals: ['{top}', 'two none'],
    in: [['{low}'], 'one two'],
    not_in: [['{low}'], 'none'],
    contains: ['{low}', 'one two'],
    all: [['{low}', '{top}'], 'one'],
    exists: [false, 'none'],
  },
  near: {
    equals: [{ relationTo: 'shelves', value: '{top}' }, 'one'],
    not_equals: [{ relationTo: 'shelves', value: '{top}' }, 'two none'],
    in: [[{ value: '{one}', relationTo: 'items' }], 'two'],
    not_in: [[{ value: '{one}', relationTo: 'items' }], 'one none'],
    exists: [true, 'one two'],
  },
  around: {
    equals: [[{ value: '{low}', relationTo: 'shelves' }], 'one'],
    not_equals: [[{ value: '{low}', relationTo: 'shelves' }], 'two none'],
    in: [[{ relationTo: 'shelves', value: '{low}' }], 'one two'],
    not_in: [[{ relationTo: 'items', value: '{one}' }], 'one none'],
    contains: [{ relationTo: 'items', value: '{one}' }, 'two'],
    all: [
      [
        { relationTo: 'items', value: '{one}' },
        { relationTo: 'shelves', value: '{low}' },
      ],
      'two',
    ],
    exists: [false, 'none'],
  },
  'near.relationTo': {
    equals: ['items', 'two'],
    not_equals: ['items', 'one none'],
    in: [['items', 'shelves'], 'one two'],
    not_in: [['shelves'], 'two none'],
    exists: [true, 'one two'],
  },
  'around.value': {
    equals: ['{one}', 'two'],
    not_equals: ['{one}', 'one none'],
    in: [['{low}'], 'one two'],
    not_in: [['{low}'], 'none'],
    exists: [false, 'none'],
  },
})

operators('json, points, rich texts and rows', {
  'extra.color': {
    equals: ['red', 'one'],
    not_equals: ['red', 'two none'],
    in: [['red', 'blue'], 'one'],
    not_in: [['red', 'Blue'], 'none'],
    greater_than: ['a', 'one'],
    greater_than_equal: ['Blue', 'one two'],
    less_than: ['a', 'two'],
    less_than_equal: ['red', 'one two'],
    like: ['ED', 'one'],
    contains: ['LU', 'two'],
    starts_with: ['b', 'two'],
    ends_with: ['D', 'one'],
    exists: [false, 'none'],
  },
  place: {
    equals: [[10, 50], 'one'],
    not_equals: [[10, 50], 'two none'],
    near: [[10.1, 50, 10_000], 'one'],
    within: [
      {
        type: 'Polygon',
        coordinates: [
          [
            [9, 49],
            [10.5, 49],
            [10.5, 51],
            [9, 51],
            [9, 49],
          ],
        ],
      },
      'one',
    ],
    exists: [false, 'none'],
  },
  body: { exists: [true, 'one'] },
  rows: { equals: [null, 'none'], not_equals: [null, 'one two'], exists: [true, 'one two'] },
  sections: { equals: [null, 'none'], not_equals: [null, 'one two'], exists: [false, 'none'] },
  'sections.quote': { equals: [null, 'two none'], not_equals: [null, 'one'], exists: [true, 'one'] },
  'sections.blockType': {
    equals: ['quote', 'one'],
    not_equals: ['quote', 'two none'],
    in: [['image'], 'one two'],
    not_in: [['image'], 'none'],
    exists: [true, 'one two'],
  },
})

operators('system fields', {
  id: {
    equals: ['{one}', 'one'],
    not_equals: ['{one}', 'two none'],
    in: [['{one}', '{two}', '{nothing}'], 'one two'],
    not_in: [['{one}'], 'two none'],
    // UUIDs of version 7: later ones are greater.
    greater_than: ['{one}', 'two'],
    greater_than_equal: ['{one}', 'one two'],
    less_than: ['{one}', 'none'],
    less_than_equal: ['{one}', 'one none'],
    exists: [true, 'one two none'],
  },
  revision: {
    equals: [1, 'one two none'],
    not_equals: [1, ''],
    in: [[1.5, 2], ''],
    not_in: [[1e21], 'one two none'],
    greater_than: [0.5, 'one two none'],
    greater_than_equal: [1, 'one two none'],
    less_than: [-1, ''],
    less_than_equal: [1.5, 'one two none'],
    exists: [false, ''],
  },
  createdAt: {
    equals: ['2001-01-01', ''],
    not_equals: ['2001-01-01', 'one two none'],
    in: [['2001-01-01'], ''],
    not_in: [[], 'one two none'],
    greater_than: ['2001-01-01T00:00:00+14:00', 'one two none'],
    greater_than_equal: ['9999-12-31', ''],
    less_than: ['9999-12-31', 'one two none'],
    less_than_equal: ['0001-01-01', ''],
    exists: [true, 'one two none'],
  },
})
