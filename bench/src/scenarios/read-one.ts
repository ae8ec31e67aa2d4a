import { SEEDED_POSTS } from '../content/post.ts'
import { idOf } from '../content/seeded.ts'
import type { Scenario } from './scenario.ts'

/** Consecutive reads are far apart, so that caches of database pages don't help more than they would in practice. */
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
