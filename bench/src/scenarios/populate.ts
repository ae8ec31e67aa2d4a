import { SEEDED_ARTICLES } from '../content/article.ts'
import type { Scenario } from './scenario.ts'

const PAGES = 50

/** Ten articles with their author and three topics in the place of ids: what a page with bylines asks for. */
export const populate: Scenario = {
  name: 'populate',
  status: 200,
  aim: 0.4,
  cycle: PAGES,
  request: (number) => {
    const tree = encodeURIComponent(JSON.stringify({ author: true, topics: true }))
    const page = 1 + ((number * 13) % Math.min(PAGES, SEEDED_ARTICLES / 10))
    return { method: 'GET', path: `/api/collections/articles?populate=${tree}&sort=-createdAt&limit=10&page=${page}` }
  },
  differing: [],
}
