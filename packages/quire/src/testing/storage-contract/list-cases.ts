import type { ConditionGroup } from './storage-under-test.ts'
import { blocks, compare, elements, path, rows } from './sample.ts'

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
    ['has all of', compare(tag, { op: 'all', values: ['b', 'a'] }), 'ab ba'],
    ['has all of one', compare(tag, { op: 'all', values: ['a'] }), 'ab ba mixed'],
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

export const listCases: readonly ConditionGroup[] = [rowsGroup, blocksGroup, elementsGroup, pairsGroup]
