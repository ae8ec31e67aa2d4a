import { describe, expect, it } from 'vitest'
import { rootOf } from '../../../../tests/unit/journal.ts'
import type { Condition, Path, PathStep, StoredAs, Test } from '../contracts/condition.ts'
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import { ALWAYS, NEVER } from './conditions.ts'
import {
  compareCodePoints,
  evaluate,
  type EvaluatedDocument,
  type EvaluatedWorld,
  targetAt,
  valueOf,
} from './evaluate.ts'
import { parseWhere } from './where/parse-where.ts'
import { resolveWhere } from './where/resolve-where.ts'

const document = (data: JsonObject, columns: Record<string, JsonValue> = {}): EvaluatedDocument => ({ columns, data })
const key = (name: string): PathStep => ({ kind: 'key', name })
const path = (storedAs: StoredAs, ...steps: PathStep[]): Path => ({ steps, storedAs })
const asks = (where: Path, test: Test): Condition => ({ kind: 'compare', path: where, test })

function meets(where: unknown, data: JsonObject): boolean {
  return evaluate(resolveWhere(parseWhere(where), rootOf()), document(data, { id: 'p1', revision: 3 }))
}

describe('a value', () => {
  it.each<[string, unknown, JsonObject, boolean]>([
    ['equals itself', { title: { equals: 'a' } }, { title: 'a' }, true],
    ['differs from one in other case', { title: { equals: 'a' } }, { title: 'A' }, false],
    ['differs from one of another type', { title: { equals: '1' } }, { title: 1 }, false],
    ['that is absent is null', { title: { equals: null } }, {}, true],
    ['that is null does not equal a text', { title: { equals: '' } }, { title: null }, false],
    ['that is null differs from a text', { title: { not_equals: 'a' } }, { title: null }, true],
    ['that is null is in a list with null', { title: { in: ['a', null] } }, {}, true],
    ['that is null is not in a list without it', { title: { in: ['a'] } }, {}, false],
    ['that is null is not excluded by others', { title: { not_in: ['a'] } }, {}, true],
    ['that is null is excluded with null', { title: { not_in: ['a', null] } }, {}, false],
    ['exists though it is empty', { title: { exists: true } }, { title: '' }, true],
    ['exists though it is false', { done: { exists: true } }, { done: false }, true],
    ['that is null does not exist', { title: { exists: false } }, { title: null }, true],
    ['is in no empty list', { title: { in: [] } }, { title: 'a' }, false],
    ['is outside of an empty list', { title: { not_in: [] } }, { title: 'a' }, true],
    ['is as large as itself', { views: { greater_than_equal: 3 } }, { views: 3 }, true],
    ['is not larger than itself', { views: { greater_than: 3 } }, { views: 3 }, false],
    ['is smaller than a larger one', { views: { less_than: 3 } }, { views: -3 }, true],
    ['that is null is not smaller than anything', { views: { less_than: 3 } }, { views: null }, false],
    ['of another type stands in no order', { views: { less_than: 3 } }, { views: '1' }, false],
    ['is earlier than a later moment', { at: { less_than: '2026-01-02' } }, { at: '2026-01-01T23:59:59.999Z' }, true],
    ['of JSON that is absent is null', { extra: { equals: null } }, {}, true],
  ])('%s', (_, where, data, result) => expect(meets(where, data)).toBe(result))
})

describe('a text', () => {
  it.each<[string, unknown, JsonObject, boolean]>([
    ['contains a part whatever the case', { title: { contains: 'ELL' } }, { title: 'Hello' }, true],
    ['contains nothing that is not there', { title: { contains: 'x' } }, { title: 'Hello' }, false],
    ['takes no sign for a wildcard', { title: { contains: '%' } }, { title: 'Hello' }, false],
    ['contains the empty text', { title: { contains: '' } }, { title: '' }, true],
    ['that is null contains nothing at all', { title: { contains: '' } }, {}, false],
    ['starts with its beginning', { title: { starts_with: 'HE' } }, { title: 'Hello' }, true],
    ['does not start with its end', { title: { starts_with: 'lo' } }, { title: 'Hello' }, false],
    ['ends with its end', { title: { ends_with: 'LO' } }, { title: 'Hello' }, true],
    ['is like its words in any order', { title: { like: 'world hello' } }, { title: 'Hello, World' }, true],
    ['is not like a word that is missing', { title: { like: 'hello you' } }, { title: 'Hello, World' }, false],
    ['is like no word at all', { title: { like: ' ' } }, { title: 'x' }, true],
    ['that is null is like nothing', { title: { like: '' } }, {}, false],
  ])('%s', (_, where, data, result) => expect(meets(where, data)).toBe(result))
})

describe('a list', () => {
  const labels = ['a', 'b']
  it.each<[string, unknown, JsonObject, boolean]>([
    ['contains its element', { labels: { contains: 'a' } }, { labels }, true],
    ['equals the same list', { labels: { equals: ['a', 'b'] } }, { labels }, true],
    ['differs in another order', { labels: { equals: ['b', 'a'] } }, { labels }, false],
    ['differs from a longer one', { labels: { equals: ['a', 'b', 'c'] } }, { labels }, false],
    ['that is empty equals null', { labels: { equals: null } }, { labels: [] }, true],
    ['that is null equals an empty one', { labels: { equals: [] } }, { labels: null }, true],
    ['has all of its elements', { labels: { all: ['b', 'a'] } }, { labels }, true],
    ['lacks one of all', { labels: { all: ['a', 'c'] } }, { labels }, false],
    ['has all of nothing', { labels: { all: [] } }, { labels: [] }, true],
    ['is outside where no element is in', { labels: { not_in: ['c'] } }, { labels }, true],
    ['is not outside where one is in', { labels: { not_in: ['a', 'c'] } }, { labels }, false],
    ['differs from an element only where none equals it', { labels: { not_equals: 'a' } }, { labels }, false],
  ])('%s', (_, where, data, result) => expect(meets(where, data)).toBe(result))
})

describe('rows', () => {
  const rows = [
    { id: '1', label: 'x', amount: 1 },
    { id: '2', label: 'y', amount: 2 },
  ]
  it.each<[string, unknown, JsonObject, boolean]>([
    ['hold if one value does', { 'rows.amount': { greater_than: 1 } }, { rows }, true],
    [
      'may answer two tests by two rows',
      { 'rows.label': { equals: 'x' }, 'rows.amount': { equals: 2 } },
      { rows },
      true,
    ],
    ['answer some by one row', { rows: { some: { label: { equals: 'x' }, amount: { equals: 2 } } } }, { rows }, false],
    ['meet every if all do', { rows: { every: { amount: { greater_than: 0 } } } }, { rows }, true],
    ['do not meet every if one does not', { rows: { every: { amount: { equals: 1 } } } }, { rows }, false],
    ['meet every if there are none', { rows: { every: { amount: { equals: 1 } } } }, { rows: [] }, true],
    ['meet none if no row does', { rows: { none: { amount: { equals: 3 } } } }, { rows }, true],
    ['that do not exist are null', { 'rows.amount': { equals: null } }, { rows: [] }, true],
    ['that do not exist have no some', { rows: { some: {} } }, { rows: [] }, false],
    ['exist if there is one', { rows: { exists: true } }, { rows }, true],
    [
      'of a block count alone',
      { 'sections.quote.text': { equals: 't' } },
      { sections: [{ blockType: 'figure', text: 't' }] },
      false,
    ],
    [
      'of a block are found by it',
      { 'sections.quote.text': { equals: 't' } },
      { sections: [{ blockType: 'quote', text: 't' }] },
      true,
    ],
    ['of a removed block are not there', { sections: { exists: true } }, { sections: [{ blockType: 'video' }] }, false],
    ['that are no objects have nothing', { 'rows.amount': { equals: null } }, { rows: ['x'] }, true],
  ])('%s', (_, where, data, result) => expect(meets(where, data)).toBe(result))
})

describe('and, or, not', () => {
  it.each<[string, unknown, boolean]>([
    ['nothing asked holds', {}, true],
    ['an empty and holds', { and: [] }, true],
    ['an empty or does not', { or: [] }, false],
    ['not of nothing does not', { not: {} }, false],
    ['all keys of an object must hold', { title: { equals: 'a' }, views: { equals: 2 } }, false],
    ['all operators of a path must hold', { views: { greater_than: 0, less_than: 1 } }, false],
    ['one part of an or is enough', { or: [{ title: { equals: 'b' } }, { views: { equals: 1 } }] }, true],
    ['not is the exact complement, of null too', { not: { name: { equals: 'x' } } }, true],
  ])('%s', (_, where, result) => expect(meets(where, { title: 'a', views: 1 })).toBe(result))
})

describe('a localized value', () => {
  const name = path('text', key('name'), { kind: 'locale', chain: ['de', 'en'] })
  it.each<[string, JsonValue, string | null]>([
    ['is that of the first locale', { de: 'eins', en: 'one' }, 'eins'],
    ['is that of a fallback if it is absent', { en: 'one' }, 'one'],
    ['is that of a fallback if it is null', { de: null, en: 'one' }, 'one'],
    ['is not that of a fallback if it is empty', { de: '', en: 'one' }, ''],
    ['is null if no locale has one', { fr: 'un' }, null],
    ['is null where nothing is by locale', 'plain', null],
  ])('%s', (_, stored, value) => expect(valueOf(name, document({ name: stored }))).toBe(value))
})

describe('the value to sort by', () => {
  it.each<[string, Path, JsonObject, unknown]>([
    ['is a column', path('number', { kind: 'column', name: 'revision' }), {}, 3],
    ['is null for a column that is absent', path('text', { kind: 'column', name: 'x' }), {}, null],
    ['is null for another type', path('number', key('n')), { n: '1' }, null],
    ['is null for a list', path('text', key('n')), { n: ['a'] }, null],
    ['is a pair as one text', path('pair', key('n')), { n: { relationTo: 'a', value: 'b' } }, 'a/b'],
    ['is null for a broken pair', path('pair', key('n')), { n: { relationTo: 'a' } }, null],
    ['is not inherited', path('text', key('constructor')), {}, null],
  ])('%s', (_, where, data, value) => expect(valueOf(where, document(data, { revision: 3 }))).toBe(value))
})

describe('a reference', () => {
  it.each<[string, JsonValue, string | null, string | null]>([
    ['is an id', 'u1', null, 'u1'],
    ['is none if it is null', null, null, null],
    ['is none if it is a number', 7, null, null],
    ['to one of several collections names it', { relationTo: 'users', value: 'u1' }, 'users', 'u1'],
    ['to another collection is none here', { relationTo: 'posts', value: 'p1' }, 'users', null],
    ['without a collection is none of several', 'u1', 'users', null],
  ])('%s', (_, stored, relationTo, id) => expect(targetAt([key('to')], relationTo, document({ to: stored }))).toBe(id))
})

describe('other documents', () => {
  const users: Record<string, EvaluatedDocument> = {
    u1: document({ age: 40, boss: 'u2' }, { id: 'u1' }),
    u2: document({ age: 60 }, { id: 'u2' }),
  }
  const world: EvaluatedWorld = {
    get: (table, id) => (table === 'users' ? users[id] : undefined),
    pointingTo: (table, at, collection, id) =>
      table === 'posts' && at === 'author' && collection === 'users' && id === 'u1'
        ? [document({ title: 'a' }, { id: 'p1' }), document({ title: 'b' }, { id: 'p2' })]
        : [],
  }
  const hop = (scope: Condition = ALWAYS): PathStep => ({ kind: 'hop', table: 'users', relationTo: null, scope })
  const inverse: PathStep = { kind: 'inverse', table: 'posts', path: 'author', collection: 'users', scope: ALWAYS }
  const post = document({ author: 'u1' }, { id: 'p1' })
  const age = (value: number, ...steps: PathStep[]) =>
    asks(path('number', ...steps, key('age')), { op: 'equals', value })

  it.each<[string, Condition, EvaluatedDocument, boolean]>([
    ['are followed', age(40, key('author'), hop()), post, true],
    ['are followed twice', age(60, key('author'), hop(), key('boss'), hop()), post, true],
    ['outside of the scope are not there', age(40, key('author'), hop(NEVER)), post, false],
    [
      'outside of the scope are null',
      asks(path('number', key('author'), hop(NEVER), key('age')), { op: 'is_null' }),
      post,
      true,
    ],
    [
      'that are gone are null',
      asks(path('number', key('author'), hop(), key('age')), { op: 'is_null' }),
      document({ author: 'x' }),
      true,
    ],
    [
      'that point here are found',
      asks(path('text', inverse, key('title')), { op: 'equals', value: 'b' }),
      users['u1'] as EvaluatedDocument,
      true,
    ],
    [
      'with all values together have all',
      asks(path('text', inverse, key('title')), { op: 'all', values: ['a', 'b'] }),
      users['u1'] as EvaluatedDocument,
      true,
    ],
    [
      'that point to another one are not',
      asks(path('text', inverse, key('title')), { op: 'is_set' }),
      users['u2'] as EvaluatedDocument,
      false,
    ],
    [
      'as rows must meet all of some',
      { kind: 'some', steps: [inverse], of: asks(path('text', key('title')), { op: 'equals', value: 'b' }) },
      users['u1'] as EvaluatedDocument,
      true,
    ],
    [
      'with the same id are twins',
      asks(path('number', { kind: 'twin', table: 'users', scope: ALWAYS }, key('age')), { op: 'equals', value: 40 }),
      users['u1'] as EvaluatedDocument,
      true,
    ],
  ])('%s', (_, condition, from, result) => expect(evaluate(condition, from, world)).toBe(result))

  it('must be loaded, so that a negated rule is never open without them', () => {
    expect(() => evaluate({ kind: 'not', of: age(1, key('author'), hop()) }, post)).toThrow('other documents')
  })

  it('cannot be searched for words in memory', () => {
    expect(() => evaluate({ kind: 'search', locale: '', words: ['a'] }, post)).toThrow('only storage')
  })
})

describe('places', () => {
  it.each<[string, unknown, JsonValue, boolean]>([
    ['near enough', { place: { near: [0, 0, 1000] } }, [0, 0.005], true],
    ['too far', { place: { near: [0, 0, 100] } }, [0, 0.005], false],
    ['too near', { place: { near: [0, 0, 1000, 600] } }, [0, 0.005], false],
    ['nowhere', { place: { near: [0, 0, 1000] } }, null, false],
    ['no position', { place: { near: [0, 0, 1000] } }, [0, 100], false],
    ['the same place', { place: { equals: [1, 2] } }, [1, 2], true],
    ['another place', { place: { equals: [1, 2] } }, [2, 1], false],
    [
      'within',
      {
        place: {
          within: {
            type: 'Polygon',
            coordinates: [
              [
                [0, 0],
                [2, 0],
                [2, 2],
                [0, 0],
              ],
            ],
          },
        },
      },
      [1, 0.5],
      true,
    ],
  ])('%s', (_, where, place, result) => expect(meets(where, { place })).toBe(result))
})

describe('the order of texts', () => {
  it.each([
    ['a', 'b', -1],
    ['B', 'a', -1],
    ['', 'a', -1],
    ['a', 'a', 0],
    ['\uffff', '\u{10000}', -1],
    ['z', 'é', -1],
  ])('%j before %j: %i', (one, other, order) => {
    expect(Math.sign(compareCodePoints(one, other))).toBe(order)
    expect(Math.sign(compareCodePoints(other, one))).toBe(order === 0 ? 0 : -order)
  })
})
