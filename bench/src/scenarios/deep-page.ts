import { SEEDED_ARTICLES } from '../content/article.ts'
import type { Scenario } from './scenario.ts'

const LAST_PAGE = SEEDED_ARTICLES / 10

/** A page far behind the first one, where everything before it must be passed over. */
export const deepPage: Scenario = {
  name: 'deep-page',
  status: 200,
  aim: 0.5,
  cycle: 50,
  request: (number) => ({
    method: 'GET',
    path: `/api/collections/articles?sort=-createdAt&limit=10&page=${LAST_PAGE - 100 + (number % 50)}`,
  }),
  differing: [],
}
