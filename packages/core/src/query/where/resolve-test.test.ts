import { describe, expect, it } from 'vitest'
import { rootOf } from '../../../../../tests/unit/journal.ts'
import type { ValueOperator } from '../../contracts/operators.ts'
import { isResolved, type ResolvedPath, resolvePath } from '../resolve-path.ts'
import { countedConditions, isRefusal, resolveTest, searchedWords } from './resolve-test.ts'
import { CLIENT_LIMITS, NO_LIMITS } from '../query-problems.ts'

function resolved(path: string): ResolvedPath {
  const found = resolvePath(path, rootOf())
  if (!isResolved(found)) throw new Error(`there is no ${path}`)
  return found
}

const test = (path: string, operator: ValueOperator, value: unknown, limits = CLIENT_LIMITS) =>
  resolveTest(resolved(path), operator, value, limits)

const ring = (positions: number) =>
  Array.from({ length: positions }, (_, index) => (index === positions - 1 ? [0, 0] : [index % 90, index % 45]))
const polygon = (...coordinates: unknown[]) => ({ type: 'Polygon', coordinates })

describe('an operator and its value', () => {
  it.each<[string, string, ValueOperator, unknown, object]>([
    ['equals null asks for null', 'title', 'equals', null, { test: { op: 'is_null' } }],
    [
      'not_equals is the complement',
      'title',
      'not_equals',
      'a',
      { kind: 'not', of: { test: { op: 'equals', value: 'a' } } },
    ],
    ['in without values never holds', 'title', 'in', [], { kind: 'never' }],
    ['not_in without values always does', 'title', 'not_in', [], { kind: 'not', of: { kind: 'never' } }],
    [
      'in with null asks for null too',
      'title',
      'in',
      ['a', null],
      { kind: 'or', of: [{ test: { op: 'in', values: ['a'] } }, { test: { op: 'is_null' } }] },
    ],
    [
      'in with null alone asks for nothing else',
      'title',
      'in',
      [null],
      { kind: 'or', of: [{ kind: 'never' }, { test: { op: 'is_null' } }] },
    ],
    [
      'a date is compared in its stored form',
      'at',
      'greater_than',
      '2026-01-01',
      { test: { op: 'gt', value: '2026-01-01T00:00:00.000Z' } },
    ],
    [
      'like asks for each word once',
      'title',
      'like',
      ' one  two one ',
      { test: { op: 'like', words: ['one', 'two'] } },
    ],
    ['contains asks a text for a part', 'title', 'contains', 'a', { test: { op: 'contains', value: 'a' } }],
    ['contains asks a list for an element', 'labels', 'contains', 'a', { test: { op: 'equals', value: 'a' } }],
    ['exists is not null', 'title', 'exists', true, { test: { op: 'is_set' } }],
    ['exists false is the complement', 'title', 'exists', false, { kind: 'not', of: { test: { op: 'is_set' } } }],
    [
      'a whole list is compared without its elements',
      'labels',
      'equals',
      ['a'],
      { path: { steps: [{ kind: 'key', name: 'labels' }] }, test: { op: 'list_equals', value: ['a'] } },
    ],
    ['an empty list is null', 'labels', 'equals', [], { test: { op: 'is_null' } }],
    ['all asks for each value', 'labels', 'all', ['a', 'b'], { test: { op: 'all', values: ['a', 'b'] } }],
    ['all of nothing always holds', 'labels', 'all', [], { kind: 'always' }],
    [
      'all in other documents looks for each value by itself',
      'editors.name',
      'all',
      ['a', 'b', 'a'],
      { kind: 'and', of: [{ test: { op: 'equals', value: 'a' } }, { test: { op: 'equals', value: 'b' } }] },
    ],
    [
      'a place may be anywhere up to a distance',
      'place',
      'near',
      [1, 2, 30],
      { test: { op: 'near', lng: 1, lat: 2, max: 30, min: 0 } },
    ],
    ['a place may be at least so far', 'place', 'near', [1, 2, 30, 10], { test: { op: 'near', max: 30, min: 10 } }],
    ['a place may be in a polygon', 'place', 'within', polygon(ring(4)), { test: { op: 'within' } }],
  ])('%s', (_, path, operator, value, condition) => {
    const result = test(path, operator, value)
    expect(isRefusal(result)).toBe(false)
    expect(result).toMatchObject(condition)
  })

  it.each<[string, string, ValueOperator, unknown, string]>([
    ['a number for a text', 'title', 'equals', 1, 'must be text'],
    ['a word for a date', 'at', 'less_than', 'soon', 'must be an ISO 8601 date'],
    ['null in an order', 'views', 'less_than', null, 'must be a number'],
    ['a boolean in an order', 'extra', 'less_than', true, 'must be text, a number, true or false'],
    ['a value for in', 'title', 'in', 'a', 'must be a list of values'],
    ['a wrong value among others', 'title', 'in', ['a', 1], 'must be text'],
    ['null for all', 'labels', 'all', [null], 'must be text, or a list'],
    ['a wrong element of a whole list', 'labels', 'equals', ['a', 1], 'must be text, or a list'],
    ['null for contains', 'title', 'contains', null, 'must be text'],
    ['a number for like', 'title', 'like', 1, 'must be text'],
    ['text with a NUL', 'title', 'starts_with', '\0', 'must be text'],
    ['a word for exists', 'title', 'exists', 'true', 'must be true or false'],
    ['a value for rows', 'rows', 'equals', [], 'must be null'],
    ['an object for a relationship', 'author', 'equals', {}, 'must be an id'],
    ['an id for one of several collections', 'about', 'equals', 'a', 'must be { relationTo, value }'],
    ['a point that is none', 'place', 'equals', [200, 0], 'must be [lng, lat]'],
    ['a distance that is missing', 'place', 'near', [1, 2], 'must be [lng, lat, maxMeters, minMeters?]'],
    ['a negative distance', 'place', 'near', [1, 2, -1], 'must be [lng, lat, maxMeters, minMeters?]'],
    ['an endless distance', 'place', 'near', [1, 2, Infinity], 'must be [lng, lat, maxMeters, minMeters?]'],
    ['five numbers for near', 'place', 'near', [1, 2, 3, 0, 0], 'must be [lng, lat, maxMeters, minMeters?]'],
    ['a point for a polygon', 'place', 'within', { type: 'Point', coordinates: [] }, 'must be a GeoJSON polygon'],
    [
      'a polygon without rings',
      'place',
      'within',
      polygon(),
      'must be a GeoJSON polygon with closed rings of four or more positions',
    ],
    [
      'a ring of three positions',
      'place',
      'within',
      polygon(ring(3)),
      'must be a GeoJSON polygon with closed rings of four or more positions',
    ],
    [
      'a ring that is open',
      'place',
      'within',
      polygon([
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ]),
      'must be a GeoJSON polygon with closed rings of four or more positions',
    ],
  ])('refuses %s', (_, path, operator, value, refused) => expect(test(path, operator, value)).toEqual({ refused }))

  it.each<[string, string, ValueOperator, unknown, unknown, string]>([
    [
      'values of in',
      'title',
      'in',
      Array.from({ length: 500 }, () => 'a'),
      Array.from({ length: 501 }, () => 'a'),
      'must have at most 500 values',
    ],
    [
      'values of a whole list',
      'labels',
      'equals',
      Array.from({ length: 500 }, () => 'a'),
      Array.from({ length: 501 }, () => 'a'),
      'must have at most 500 values',
    ],
    ['letters of a text', 'title', 'contains', 'a'.repeat(1000), 'a'.repeat(1001), 'must have at most 1000 characters'],
    [
      'positions of a polygon',
      'place',
      'within',
      polygon(ring(600), ring(400)),
      polygon(ring(600), ring(401)),
      'must have at most 1000 positions',
    ],
  ])('has a limit for %s, which does not apply to the application', (_, path, operator, most, more, refused) => {
    expect(isRefusal(test(path, operator, most))).toBe(false)
    expect(test(path, operator, more)).toEqual({ refused, limit: true })
    expect(isRefusal(test(path, operator, more, NO_LIMITS))).toBe(false)
  })

  it('copies its value, so that the caller cannot change it later', () => {
    const rings = polygon(ring(4))
    const result = test('place', 'within', rings)
    ;(rings.coordinates[0] as number[][])[1] = [99, 99]
    expect(JSON.stringify(result)).not.toContain('99')
  })
})

describe('the cost of a test', () => {
  it.each<[string, string, ValueOperator, unknown, number]>([
    ['one condition', 'title', 'equals', 'a', 1],
    ['one condition for all values of a list', 'labels', 'all', ['a', 'b'], 1],
    ['a condition for each value in other documents', 'editors.name', 'all', ['a', 'b', 'c'], 3],
    ['one condition for none of them', 'editors.name', 'all', [], 1],
    ['one condition for any value in other documents', 'editors.name', 'in', ['a', 'b', 'c'], 1],
    ['one condition for a list that is none', 'editors.name', 'all', 'abc', 1],
  ])('%s', (_, path, operator, value, count) => expect(countedConditions(resolved(path), operator, value)).toBe(count))

  it.each<[string, string, ValueOperator, unknown, number]>([
    ['no word for whole values', 'title', 'equals', 'a b', 0],
    ['each word of like once', 'title', 'like', 'a b a', 2],
    ['no word of an empty like', 'title', 'like', '  ', 0],
    ['the words of contains', 'title', 'contains', 'a b', 2],
    ['one word at least', 'title', 'contains', '', 1],
    ['no word for an element', 'labels', 'contains', 'a', 0],
    ['no word for what is no text', 'title', 'contains', 5, 0],
  ])('%s', (_, path, operator, value, count) => expect(searchedWords(resolved(path), operator, value)).toBe(count))
})
