import { describe, expect, it } from 'vitest'
import { queryString } from './query-string.ts'

describe('options as a query string', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['nothing', {}, ''],
    ['what is undefined is left out', { page: undefined, limit: 5 }, '?limit=5'],
    ['a list of sort fields is repeated', { sort: ['-views', 'title'] }, '?sort=-views&sort=title'],
    ['one sort field', { sort: 'title' }, '?sort=title'],
    ['an empty list of them is nothing', { sort: [] }, ''],
    ['a query is JSON', { where: { a: { equals: 1 } } }, '?where=%7B%22a%22%3A%7B%22equals%22%3A1%7D%7D'],
    [
      'a date in a query is ISO 8601',
      { where: { at: { less_than: new Date('2026-01-01') } } },
      '?where=%7B%22at%22%3A%7B%22less_than%22%3A%222026-01-01T00%3A00%3A00.000Z%22%7D%7D',
    ],
    ['texts are encoded', { locale: 'a&b=c d+e' }, '?locale=a%26b%3Dc+d%2Be'],
    ['a list of fallbacks has commas', { fallbackLocale: ['de', 'en'] }, '?fallbackLocale=de%2Cen'],
    ['false is a word', { fallbackLocale: false }, '?fallbackLocale=false'],
    ['an empty cursor begins', { after: '' }, '?after='],
    [
      'what the table does not know goes by its value',
      { own: true, at: new Date(0) },
      '?own=true&at=1970-01-01T00%3A00%3A00.000Z',
    ],
    ['a list of that is repeated', { own: [1, 'b'] }, '?own=1&own=b'],
  ])('%s', (_, options, text) => expect(queryString(options)).toBe(text))
})
