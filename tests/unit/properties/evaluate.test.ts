import { type Condition, evaluate, type JsonObject, type JsonValue, parseWhere, resolveWhere } from '@quirecms/core'
import { describe, expect, test } from 'vitest'
import { scopeIn } from '../../postgres/properties/data-set.ts'
import { EVERY_LOCALE, LOCALES } from '../../postgres/properties/museum.ts'

/**
 * The evaluator is what storage is held against, so it is itself held against what docs/contract/querying.md says, in plain rows: a
 * `where`, then what documents hold that it finds, then what those hold that it does not.
 */
type Row = readonly [name: string, where: JsonObject, found: readonly JsonObject[], missed: readonly JsonObject[]]

const [EN, DE, FR, ALL] = LOCALES

function rows(title: string, locale: (typeof LOCALES)[number] | undefined, table: readonly Row[]): void {
  const scope = scopeIn(locale ?? EVERY_LOCALE)
  describe(title, () => {
    test.each(table)('%s', (_name, where, found, missed) => {
      const holds = (expression: unknown, data: JsonObject): boolean =>
        evaluate(resolveWhere(parseWhere(expression), scope), {
          columns: { id: 'x', revision: 2, createdAt: INSTANT },
          data,
        })
      expect(found.filter((data) => !holds(where, data))).toEqual([])
      expect(missed.filter((data) => holds(where, data))).toEqual([])
      expect(found.filter((data) => holds({ not: where }, data))).toEqual([])
      expect(missed.filter((data) => !holds({ not: where }, data))).toEqual([])
    })
  })
}

const INSTANT = '2026-01-01T00:00:00.000Z'
const title = (...values: JsonValue[]): JsonObject[] => values.map((value) => ({ title: value }))
const size = (...values: JsonValue[]): JsonObject[] => values.map((value) => ({ size: value }))
const tags = (...values: JsonValue[]): JsonObject[] => values.map((value) => ({ tags: value }))
const extra = (...values: JsonValue[]): JsonObject[] => values.map((value) => ({ extra: value }))
const labels = (...values: JsonValue[]): JsonObject => ({ rows: values.map((label) => ({ label })) })
const pair = (relationTo: string, value: string): JsonObject => ({ relationTo, value })
const MISSING: JsonObject = {}

rows('evaluator: null', EN, [
  ['equals null finds null and missing', { title: { equals: null } }, [...title(null), MISSING], title('', 'a', 5)],
  ['not_equals includes nulls', { title: { not_equals: 'a' } }, [...title(null, 'A', ''), MISSING], title('a')],
  ['not_in includes nulls', { title: { not_in: ['a', 'b'] } }, [...title(null, 'c'), MISSING], title('a', 'b')],
  ['null in a list', { title: { in: ['a', null] } }, [...title(null, 'a'), MISSING], title('b', '')],
  ['not_in with null', { title: { not_in: ['a', null] } }, title('b', ''), [...title(null, 'a'), MISSING]],
  ['order never matches null', { size: { less_than: 5 } }, size(4, -1e21), [...size(null, 5, '4'), MISSING]],
  ['exists', { title: { exists: true } }, title('', 'a', 5, false), [...title(null), MISSING]],
  ['exists false finds empty lists', { tags: { exists: false } }, [...tags(null, []), MISSING], tags(['a'])],
  ['equals null finds empty lists', { tags: { equals: null } }, [...tags(null, []), MISSING], tags(['a'])],
  ['no rows are a null', { rows: { equals: null } }, [{ rows: [] }, { rows: null }, MISSING], [labels('a')]],
  ['a null among rows', { 'rows.label': { equals: null } }, [labels(), labels('a', null), MISSING], [labels('a')]],
])

rows('evaluator: junctions', EN, [
  ['and of nothing', { and: [] }, [MISSING], []],
  ['or of nothing', { or: [] }, [], [MISSING]],
  ['in nothing', { title: { in: [] } }, [], [...title('a', null), MISSING]],
  ['not_in nothing', { title: { not_in: [] } }, [...title('a', null), MISSING], []],
  ['no condition', {}, [MISSING], []],
  ['keys are joined by and', { title: { equals: 'a' }, size: { equals: 1 } }, [{ title: 'a', size: 1 }], title('a')],
  ['operators too', { size: { greater_than: 1, less_than: 3 } }, size(2, 1.5), size(1, 3, null)],
  ['or', { or: [{ title: { equals: 'a' } }, { size: { equals: 1 } }] }, [...title('a'), ...size(1)], title('b')],
  [
    'nested',
    { not: { or: [{ title: { equals: 'a' } }, { and: [{ size: { equals: 1 } }] }] } },
    [...title('b'), MISSING],
    [...title('a'), ...size(1)],
  ],
])

rows('evaluator: texts', EN, [
  ['equals is exact', { title: { equals: 'ab' } }, title('ab'), title('AB', 'ab ', 'abc')],
  ['in is exact', { title: { in: ['ab'] } }, title('ab'), title('AB')],
  ['a composed letter is another', { title: { equals: 'é' } }, title('é'), title('e\u0301', 'É')],
  ['contains ignores case', { title: { contains: 'B C' } }, title('ab cd', 'AB CD'), title('abc', 'b  c')],
  ['contains beyond ASCII', { title: { contains: 'äÖ' } }, title('xÄöx', 'ÄÖ'), title('AO')],
  ['sigma is one letter', { title: { contains: 'οσ' } }, title('ΟΣ', 'οσα'), title('ος')],
  ['no wildcards', { title: { contains: '%' } }, title('100%'), title('100', '_')],
  ['starts_with', { title: { starts_with: 'Ab' } }, title('abc', 'AB'), title('cab', 'a')],
  ['ends_with', { title: { ends_with: 'Ab' } }, title('cab', 'AB'), title('abc', 'b')],
  ['ends_with an astral character', { title: { ends_with: '😀' } }, title('a😀'), title('😀a')],
  ['like wants every word', { title: { like: 'two  ONE' } }, title('one two', 'TWOONE'), title('one', 'two')],
  ['like of no word', { title: { like: '  ' } }, title('', 'a'), [...title(null), MISSING]],
  ['the empty text is in all', { title: { contains: '' } }, title('', 'a'), title(null, 5)],
  ['order is by code point', { title: { greater_than: '\uffee' } }, title('😀'), title('\uffee', 'z', null)],
  ['upper case comes first', { title: { less_than: 'a' } }, title('Z', ''), title('a', 'ä')],
])

rows('evaluator: numbers, booleans, dates', EN, [
  ['zero has no sign', { size: { equals: -0 } }, size(0), size(null, '0', false)],
  ['large numbers', { size: { in: [1e21, 0.1] } }, size(1e21, 0.1), size(1e20, 0.2, '0.1')],
  ['greater_than_equal', { size: { greater_than_equal: 0.1 } }, size(0.1, 1e21), size(0.09, null)],
  ['false is a value', { flag: { equals: false } }, [{ flag: false }], [{ flag: null }, { flag: 0 }, MISSING]],
  ['not true', { flag: { not_equals: true } }, [{ flag: false }, { flag: null }, MISSING], [{ flag: true }]],
  [
    'dates are instants',
    { at: { equals: '2024-01-01T01:30:00+01:30' } },
    [{ at: '2024-01-01T00:00:00.000Z' }],
    [{ at: '2024-01-01T01:30:00.000Z' }],
  ],
  [
    'a day is its midnight',
    { at: { less_than: '2024-01-02' } },
    [{ at: '2024-01-01T23:59:59.999Z' }],
    [{ at: '2024-01-02T00:00:00.000Z' }, { at: null }],
  ],
  ['columns', { revision: { greater_than: 1.5 }, createdAt: { equals: '2026-01-01' } }, [MISSING], []],
])

rows('evaluator: lists', EN, [
  ['contains has the element', { tags: { contains: 'a' } }, tags(['a'], ['b', 'a']), tags(['ab'], [], null)],
  ['equals an element', { tags: { equals: 'a' } }, tags(['b', 'a']), tags(['b'])],
  ['equals the list', { tags: { equals: ['a', 'b'] } }, tags(['a', 'b']), tags(['b', 'a'], ['a'], [])],
  ['equals the empty list', { tags: { equals: [] } }, [...tags([], null), MISSING], tags(['a'])],
  ['in', { tags: { in: ['a', 'b'] } }, tags(['a'], ['c', 'b']), tags(['c'], [])],
  ['not_in', { tags: { not_in: ['a', 'b'] } }, [...tags(['c'], []), MISSING], tags(['c', 'b'])],
  ['all', { tags: { all: ['a', 'b'] } }, tags(['b', 'c', 'a']), tags(['a', 'c'], [])],
  ['all of nothing', { tags: { all: [] } }, [...tags([]), MISSING], []],
  ['elements of rows', { 'rows.tags': { contains: 'a' } }, [{ rows: [{}, { tags: ['a'] }] }], [{ rows: [{}] }]],
])

rows('evaluator: rows and blocks', EN, [
  ['some row', { 'rows.label': { equals: 'b' } }, [labels('a', 'b')], [labels('a'), labels(), MISSING]],
  ['no row', { 'rows.label': { not_equals: 'b' } }, [labels('a'), labels(), MISSING], [labels('a', 'b')]],
  [
    'rows in rows',
    { 'rows.inner.v': { equals: 'x' } },
    [{ rows: [{ inner: [] }, { inner: [{ v: 'x' }] }] }],
    [{ rows: [{ inner: [{ v: 'y' }] }] }],
  ],
  [
    'rows of one block',
    { 'sections.quote.text': { equals: 'x' } },
    [{ sections: [{ blockType: 'figure' }, { blockType: 'quote', text: 'x' }] }],
    [{ sections: [{ blockType: 'figure', text: 'x' }] }, { sections: [] }],
  ],
  ['a block at all', { 'sections.quote': { exists: true } }, [{ sections: [{ blockType: 'quote' }] }], [MISSING]],
  ['its type', { 'sections.blockType': { in: ['quote'] } }, [{ sections: [{ blockType: 'quote' }] }], [MISSING]],
  ['rows that are none', { 'rows.label': { exists: true } }, [], [{ rows: { label: 'a' } }, { rows: ['a'] }]],
])

rows('evaluator: references', EN, [
  ['pairs', { link: { equals: pair('rooms', '1') } }, [{ link: pair('rooms', '1') }], [{ link: pair('things', '1') }]],
  [
    'the order of keys in a pair',
    { links: { equals: [{ value: '1', relationTo: 'rooms' }] } },
    [{ links: [pair('rooms', '1')] }],
    [{ links: [pair('rooms', '2')] }],
  ],
  ['relationTo', { 'links.relationTo': { equals: 'rooms' } }, [{ links: [pair('rooms', '1')] }], [{ links: [] }]],
  ['value', { 'link.value': { in: ['1'] } }, [{ link: pair('rooms', '1') }], [{ link: '1' }, MISSING]],
])

rows('evaluator: free JSON', EN, [
  ['compares within a type', { 'extra.a': { equals: 1 } }, extra({ a: 1 }), extra({ a: '1' }, { a: [1] }, { a: true })],
  ['texts', { 'extra.a': { equals: '1' } }, extra({ a: '1' }), extra({ a: 1 })],
  ['order within a type', { 'extra.a': { less_than: 'b' } }, extra({ a: 'a' }), extra({ a: 1 }, { a: null })],
  ['a list has no keys', { 'extra.0': { exists: true } }, extra({ '0': 1 }), extra([1], '1')],
  ['what every object has', { 'extra.constructor': { exists: true } }, extra({ constructor: 1 }), extra({}, [])],
  ['a container exists', { 'extra.a': { exists: true } }, extra({ a: {} }, { a: [] }), extra({ a: null }, {}, 5)],
  ['no key', { 'extra.a': { equals: null } }, [...extra({ a: null }, {}, 5, [1]), MISSING], extra({ a: 0 })],
])

const square = [
  [0, 0],
  [10, 0],
  [10, 10],
  [0, 10],
  [0, 0],
]
const hole = [
  [4, 4],
  [6, 4],
  [6, 6],
  [4, 6],
  [4, 4],
]
const at = (...values: JsonValue[]): JsonObject[] => values.map((place) => ({ place }))

rows('evaluator: points', EN, [
  ['near', { place: { near: [0, 0, 112_000] } }, at([1, 0], [0, -1], [0, 0]), [...at([2, 0], null, [0]), MISSING]],
  ['near, at least', { place: { near: [0, 0, 112_000, 1000] } }, at([1, 0]), at([0, 0])],
  ['near across the date line', { place: { near: [179.9, 0, 30_000] } }, at([-179.9, 0]), at([179, 0])],
  ['within', { place: { within: { type: 'Polygon', coordinates: [square] } } }, at([5, 5], [10, 5]), at([11, 5], '')],
  [
    'within, but for a hole',
    { place: { within: { type: 'Polygon', coordinates: [square, hole] } } },
    at([1, 1], [4, 5]),
    at([5, 5]),
  ],
  ['equals', { place: { equals: [1, -0] } }, at([1, 0]), at([0, 1], null)],
])

const name = (value: JsonValue): JsonObject => ({ name: value })

rows('evaluator: the first locale of a chain that has a value', FR, [
  [
    'falls back',
    { name: { equals: 'x' } },
    [name({ fr: 'x', en: 'y' }), name({ fr: null, de: 'x' }), name({ en: 'x' })],
    [name({ fr: 'y', de: 'x' }), name({ fr: '', de: 'x' }), name('x'), MISSING],
  ],
  ['none has one', { name: { equals: null } }, [name({}), name(null), name({ it: 'x' })], [name({ en: 'x' })]],
  ['in a group', { 'about.n': { equals: 1 } }, [{ about: { de: { n: 1 } } }], [{ about: { fr: {}, de: { n: 1 } } }]],
  ['in rows', { 'cells.word': { equals: 'x' } }, [{ cells: [{ word: { en: 'x' } }] }], [{ cells: [{ word: 'x' }] }]],
])

rows('evaluator: a chain of its own', DE, [
  ['does not look further', { name: { equals: null } }, [name({ fr: 'x' })], [name({ en: 'x' })]],
])

rows('evaluator: a named locale', ALL, [
  ['only that', { 'name.de': { equals: null } }, [name({ en: 'x' })], [name({ de: 'x' })]],
  ['without a name, the default one', { name: { equals: 'x' } }, [name({ en: 'x' })], [name({ de: 'x' })]],
])

test('evaluator: values that a parser does not produce', () => {
  const path = { steps: [{ kind: 'key', name: 'title' }], storedAs: 'text' } as const
  const like: Condition = { kind: 'compare', path, test: { op: 'like', words: [] } }
  expect(evaluate(like, { columns: {}, data: { title: '' } })).toBe(true)
  expect(evaluate({ kind: 'and', of: [] }, { columns: {}, data: {} })).toBe(true)
  expect(evaluate({ kind: 'or', of: [] }, { columns: {}, data: {} })).toBe(false)
})

test('evaluator: paths into other documents need them', () => {
  const document = { columns: { id: 'x' }, data: { owner: 'y' } }
  const condition = resolveWhere(parseWhere({ 'owner.title': { not_equals: 'a' } }), scopeIn(EVERY_LOCALE))
  expect(() => evaluate(condition, document)).toThrow('which were not loaded')
  expect(evaluate(condition, document, { get: () => undefined, pointingTo: () => [] })).toBe(true)
})
