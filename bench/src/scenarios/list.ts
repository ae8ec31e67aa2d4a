import { MOST_VIEWS } from '../content/post.ts'
import type { BenchRequest, Scenario } from './scenario.ts'

/** How many different filters there are. They match between half and a hundredth of the posts. */
const FILTERS = 50

/** Ten posts with more views than this, most read first, with the total: what an overview page requests. */
function mostRead(number: number, more = '', collection = 'posts'): BenchRequest {
  const views = MOST_VIEWS / 2 + (number % FILTERS) * (MOST_VIEWS / 2 / FILTERS)
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
