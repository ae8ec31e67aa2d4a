import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../../tests/setup/runs.ts'
import { parseAnyQuery, parseQuery, type QueryNames, rawQueryOf } from './query-string.ts'

const NAMES: QueryNames = {
  once: new Set(['page', 'where']),
  repeatable: new Set(['sort']),
  json: new Set(['where']),
}
const read = (query: string) => Object.fromEntries(parseQuery(query, NAMES).values)

describe('the query string of a URL', () => {
  it.each([
    ['/api/posts', ''],
    ['/api/posts?', ''],
    ['/api/posts?a=1', 'a=1'],
    ['/api/posts?a=1?b', 'a=1?b'],
  ])('%s: %j', (url, query) => expect(rawQueryOf({ url })).toBe(query))
})

describe('a query', () => {
  it.each<[string, string, object]>([
    ['is empty', '', {}],
    ['has a value', 'page=2', { page: ['2'] }],
    ['has an empty value', 'page=', { page: [''] }],
    ['has no equals sign', 'page', { page: [''] }],
    ['has equals signs in a value', 'page=a=b', { page: ['a=b'] }],
    ['has spaces as plus signs', 'page=a+b', { page: ['a b'] }],
    ['has plus signs encoded', 'page=a%2Bb', { page: ['a+b'] }],
    ['has UTF-8', 'page=%C3%BC', { page: ['ü'] }],
    ['has an encoded name', 'p%61ge=1', { page: ['1'] }],
    ['has empty pairs', '&page=1&&', { page: ['1'] }],
    ['has one name several times', 'sort=a&page=1&sort=b', { sort: ['a', 'b'], page: ['1'] }],
  ])('%s', (_, query, values) => {
    expect(read(query)).toEqual(values)
    expect(parseQuery(query, NAMES).issues).toEqual([])
  })

  it.each<[string, string, object[]]>([
    ['an unknown parameter', 'x=1', [{ code: 'unknown_field', path: 'x' }]],
    ['one in other case', 'Page=1', [{ code: 'unknown_field', path: 'Page' }]],
    ['no name', '=1', [{ code: 'unknown_field', path: '' }]],
    ['one twice that comes once', 'page=1&page=1', [{ code: 'custom', path: 'page' }]],
    [
      'everything at once',
      'x=1&page=1&page=2',
      [
        { code: 'unknown_field', path: 'x' },
        { code: 'custom', path: 'page' },
      ],
    ],
    ['a name that is longer than any', `${'n'.repeat(80)}=1`, [{ code: 'unknown_field', path: `${'n'.repeat(64)}…` }]],
  ])('reports %s, and parses the rest', (_, query, issues) =>
    expect(parseQuery(query, NAMES).issues).toMatchObject(issues),
  )

  it.each([
    ['where[title][equals]=x', '`where` is JSON: where={"title":{"equals":"x"}}'],
    ['where[done][equals]=true', 'where={"done":{"equals":true}}'],
    ['sort[]=title', 'For several values, repeat `sort`'],
    ['page[x]=1', 'There is no query parameter "page[x]" here.'],
    [`where[a]=${'x'.repeat(200)}`, 'where={"title":{"equals":"x"}}'],
  ])('explains how to write %s', (query, message) =>
    expect(parseQuery(query, NAMES).issues[0]?.message).toContain(message),
  )

  it.each([
    ['a percent sign alone', 'page=%'],
    ['letters that are no digits', 'page=%zz'],
    ['octets that are not UTF-8', 'page=%ff'],
    ['half of a character', 'page=%C3'],
    ['half of a surrogate pair', 'page=%ed%a0%80'],
    ['an overlong form', 'x=1&page=%c0%80'],
    ['a wrong name', '%=1'],
  ])('is malformed with %s', (_, query) => expect(() => parseQuery(query, NAMES)).toThrow('percent-encoding'))

  it('has at most a hundred parameters', () => {
    const query = (count: number) => Array.from({ length: count }, () => 'sort=a').join('&')
    expect(parseQuery(query(100), NAMES).values.get('sort')).toHaveLength(100)
    expect(() => parseQuery(query(101), NAMES)).toThrow('at most 100')
  })
})

describe('a query with any names', () => {
  it.each<[string, string, object]>([
    ['has a text for one value', 'a=1', { a: '1' }],
    ['has a list for several', 'a=1&a=2&a=3', { a: ['1', '2', '3'] }],
    ['keeps names that every object has', 'constructor=1', { constructor: '1' }],
    ['is empty', '', {}],
  ])('%s', (_, query, values) => expect(parseAnyQuery(query)).toEqual(values))

  it('treats __proto__ like any other name', () => {
    const query = parseAnyQuery('__proto__=x')
    expect(Object.keys(query)).toEqual(['__proto__'])
    expect(Object.getPrototypeOf(query)).toBe(Object.prototype)
  })

  it('parses what browsers write', () =>
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ minLength: 1 }), fc.string({ unit: 'grapheme' }), { maxKeys: 8 }),
        (given) => {
          expect(parseAnyQuery(new URLSearchParams(given).toString())).toEqual({ ...given })
        },
      ),
      runs(200),
    ))
})
