import { describe, expect, it } from 'vitest'
import { readListSearch } from './read-list-search.ts'

describe('the query string of a list', () => {
  it('round-trips what the app writes', () => {
    const search = {
      page: 2,
      limit: 50,
      sort: ['-title', 'id'],
      q: 'tram',
      filter: [[['title', 'like', 'a']]],
      columns: ['title'],
      locale: 'de',
      view: 'Mine',
      layout: 'grid',
      upload: true,
    }
    expect(readListSearch(search)).toEqual(search)
  })

  it('interprets addresses that users type', () => {
    expect(readListSearch({ sort: '-title,id', columns: 'title', q: 2024, view: 7, limit: 5000 })).toEqual({
      sort: ['-title', 'id'],
      columns: ['title'],
      q: '2024',
      view: '7',
      limit: 100,
    })
  })

  it('drops invalid parameters', () => {
    const search = { page: 'abc', limit: -1, sort: { title: 1 }, q: true, columns: 7, locale: [], layout: 'tiles' }
    expect(readListSearch(search)).toEqual({})
    expect(readListSearch({ page: 1.5, limit: 0, sort: ['title', 7] })).toEqual({ sort: ['title'] })
  })
})
