import { SEEDED_POSTS } from '../content/post.ts'
import type { Scenario } from './scenario.ts'

const LAST_PAGE = SEEDED_POSTS / 10

/** A page far from the first: all rows before it must be skipped. */
export const deepPage: Scenario = {
  name: 'deep-page',
  status: 200,
  cycle: 50,
  request: (number) => ({
    method: 'GET',
    path: `/api/collections/posts?sort=-createdAt&limit=10&page=${LAST_PAGE - 100 + (number % 50)}`,
  }),
  differing: [],
}
