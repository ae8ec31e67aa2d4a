import { MOST_VIEWS } from '../content/post.ts'
import type { BenchRequest, Scenario } from './scenario.ts'

/** Number of filters. They match between half and a hundredth of the posts. */
const FILTERS = 50

/** More filters than the cache of totals holds. They match between half and a twentieth of the posts. */
const FRESH_FILTERS = 45_000
/** Separates consecutive filters; coprime with their number. */
const FRESH_STRIDE = 7919

/** An overview page: ten posts with more views than this, most views first, with the total. */
function mostRead(number: number, more = '', collection = 'posts'): BenchRequest {
  return withMoreViews(MOST_VIEWS / 2 + (number % FILTERS) * (MOST_VIEWS / 2 / FILTERS), more, collection)
}

export function withMoreViews(views: number, more = '', collection = 'posts'): BenchRequest {
  const where = encodeURIComponent(JSON.stringify({ views: { greater_than: views } }))
  return { method: 'GET', path: `/api/collections/${collection}?where=${where}&sort=-views&limit=10&page=1${more}` }
}

/** Not asked for before, out of 45,000. */
export function freshViews(number: number): number {
  return MOST_VIEWS / 2 + ((number * FRESH_STRIDE) % FRESH_FILTERS)
}

export const list: Scenario = {
  name: 'list',
  status: 200,
  cycle: FILTERS,
  request: (number) => mostRead(number),
  differing: [],
}

/** Like `list`, with filters that no cache knows. */
export const listFresh: Scenario = {
  ...list,
  name: 'list-fresh',
  cycle: FRESH_FILTERS,
  request: (number) => withMoreViews(freshViews(number)),
}

/** Like `list`, in a collection with drafts: reads the published copies. */
export const listLive: Scenario = {
  ...list,
  name: 'list-live',
  request: (number) => mostRead(number, '', 'drafted-posts'),
}

/** With the author and the three tags of each post populated. */
export const POPULATE = `&populate=${encodeURIComponent(JSON.stringify({ author: true, tags: true }))}`

/** Like `list`, with populated documents. */
export const populated: Scenario = { ...list, name: 'populated', request: (number) => mostRead(number, POPULATE) }

/** Like `populated`, with filters that no cache knows. */
export const populatedFresh: Scenario = {
  ...listFresh,
  name: 'populated-fresh',
  request: (number) => withMoreViews(freshViews(number), POPULATE),
}
