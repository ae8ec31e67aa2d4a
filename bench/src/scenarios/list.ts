import { MOST_VIEWS } from '../content/post.ts'
import type { BenchRequest, Scenario } from './scenario.ts'

/** How many different filters there are. They match between half and a hundredth of the posts. */
const FILTERS = 50

/** As many filters as nobody has remembered the totals of. They match between half and a twentieth of the posts. */
const FRESH_FILTERS = 45_000
/** Consecutive filters are far apart: it has no common factor with their number. */
const FRESH_STRIDE = 7919

/** Ten posts with more views than this, most read first, with the total: what an overview page requests. */
function mostRead(number: number, more = '', collection = 'posts'): BenchRequest {
  return withMoreViews(MOST_VIEWS / 2 + (number % FILTERS) * (MOST_VIEWS / 2 / FILTERS), more, collection)
}

function withMoreViews(views: number, more: string, collection: string): BenchRequest {
  const where = encodeURIComponent(JSON.stringify({ views: { greater_than: views } }))
  return { method: 'GET', path: `/api/collections/${collection}?where=${where}&sort=-views&limit=10&page=1${more}` }
}

export const list: Scenario = {
  name: 'list',
  status: 200,
  cycle: FILTERS,
  request: (number) => mostRead(number),
  differing: [],
}

/** The same with a filter that nobody has asked for before, as searches and readers with tastes of their own do. */
export const listFresh: Scenario = {
  ...list,
  name: 'list-fresh',
  cycle: FRESH_FILTERS,
  request: (number) => withMoreViews(MOST_VIEWS / 2 + ((number * FRESH_STRIDE) % FRESH_FILTERS), '', 'posts'),
}

/** The same where there are drafts: the public reads the live copies. */
export const listLive: Scenario = {
  ...list,
  name: 'list-live',
  request: (number) => mostRead(number, '', 'drafted-posts'),
}

/** The same, with the author and the three tags of each post instead of their ids. */
export const populated: Scenario = {
  name: 'populated',
  status: 200,
  cycle: FILTERS,
  request: (number) =>
    mostRead(number, `&populate=${encodeURIComponent(JSON.stringify({ author: true, tags: true }))}`),
  differing: [],
}
