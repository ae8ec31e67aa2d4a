import { SEEDED_POSTS, seededId } from '../content/post.ts'
import type { Scenario } from './scenario.ts'

/** Steps through the posts far apart from each other, so that no cache of pages helps more than it would in practice. */
const STRIDE = 7919

export const readOne: Scenario = {
  name: 'read-one',
  status: 200,
  aim: 0.5,
  cycle: SEEDED_POSTS,
  request: (number) => ({
    method: 'GET',
    path: `/api/collections/posts/${seededId((number * STRIDE) % SEEDED_POSTS)}`,
  }),
  differing: [],
}
