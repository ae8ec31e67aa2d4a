import { SEEDED_POSTS } from '../content/post.ts'
import { idOf } from '../content/seeded.ts'
import type { Scenario } from './scenario.ts'

/** Steps through the posts far apart from each other, so that no cache of pages helps more than it would in practice. */
const STRIDE = 7919

export function somePost(number: number): string {
  return `/api/collections/posts/${idOf(1 + ((number * STRIDE) % SEEDED_POSTS))}`
}

export const readOne: Scenario = {
  name: 'read',
  status: 200,
  cycle: SEEDED_POSTS,
  request: (number) => ({ method: 'GET', path: somePost(number) }),
  differing: [],
}
