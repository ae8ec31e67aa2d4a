import { describe, expect, it } from 'vitest'
import { parseQuery, type QueryNames, rawQueryOf } from '../../http/http/parts.ts'

const names: QueryNames = { once: new Set(['page', 'where', 'fallback-locale']), repeatable: new Set(['sort']) }
const parse = (raw: string): Record<string, readonly string[]> => Object.fromEntries(parseQuery(raw, names).values)
const issuesOf = (raw: string) => parseQuery(raw, names).issues

describe('query strings', () => {
  it.each([
    ['', {}],
    ['page=2', { page: ['2'] }],
    ['page', { page: [''] }],
    ['page=', { page: [''] }],
    ['&&page=2&', { page: ['2'] }],
    ['page=a=b', { page: ['a=b'] }],
    ['sort=-title&page=1&sort=id', { sort: ['-title', 'id'], page: ['1'] }],
    ['where=%7B%22a%22%3A+%22%C3%A4%2B%22%7D', { where: ['{"a": "ä+"}'] }],
    ['%70age=1', { page: ['1'] }],
    ['fallback-locale=de%2Cen', { 'fallback-locale': ['de,en'] }],
    ['page=%00', { page: ['\0'] }],
  ])('are read: %s', (raw, values) => expect(parse(raw)).toEqual(values))

  it('tell of every unknown parameter', () => {
    const query = 'page=1&pages=2&__proto__=3&=4&Page=5'
    expect(issuesOf(query)).toEqual(
      ['pages', '__proto__', '', 'Page'].map((path) => ({
        code: 'unknown_field',
        path,
        message: `There is no query parameter "${path}" here.`,
      })),
    )
    expect(parse(query)).toEqual({ page: ['1'] })
  })

  it.each(['page=1&page=1', 'page=1&%70age=2', 'page&page'])('refuse a parameter that is given twice: %s', (raw) => {
    const issues = [
      { code: 'custom', path: 'page', message: 'The query parameter "page" is there twice. Send it once.' },
    ]
    expect(issuesOf(raw)).toEqual(issues)
  })

  it.each(['page=%', 'page=%zz', 'page=%f', '%=1', 'page=%ff', 'page=%c3', 'page=%ed%a0%80', 'x=1&page=%c0%80'])(
    'refuse a bad percent-encoding: %s',
    (raw) => expect(() => parse(raw)).toThrow(expect.objectContaining({ code: 'invalid_request', status: 400 })),
  )

  it('are bounded', () => {
    expect(parse(Array(100).fill('sort=a').join('&'))['sort']).toHaveLength(100)
    expect(() => parse(Array(101).fill('sort=a').join('&'))).toThrow(expect.objectContaining({ code: 'invalid_query' }))
    expect(() => parse('&'.repeat(1_000_000))).toThrow(expect.objectContaining({ code: 'invalid_query' }))
    expect(issuesOf('x'.repeat(10_000))).toMatchObject([{ message: expect.stringMatching(/^.{1,150}$/) }])
  })

  it('start at the first question mark', () => {
    expect(rawQueryOf({ url: '/a' })).toBe('')
    expect(rawQueryOf({ url: '/a?' })).toBe('')
    expect(rawQueryOf({ url: '/a?b=c?d' })).toBe('b=c?d')
  })
})
