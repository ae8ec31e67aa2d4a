import { SEEDED_POSTS } from '../content/post.ts'
import { idOf } from '../content/seeded.ts'
import type { Scenario } from './scenario.ts'

/** Consecutive reads are far apart, so that caches of database pages don't help more than they would in practice. */
const STRIDE = 7919

export function somePost(number: number, collection = 'posts'): string {
  return `/api/collections/${collection}/${idOf(1 + ((number * STRIDE) % SEEDED_POSTS))}`
}

function readIn(name: string, collection: string): Scenario {
  return {
    name,
    status: 200,
    cycle: SEEDED_POSTS,
    request: (number) => ({ method: 'GET', path: somePost(number, collection) }),
    differing: [],
  }
}

export const readOne = readIn('read', 'posts')
/** The same where there are drafts: the public reads the live copy. */
export const readLive = readIn('read-live', 'drafted-posts')
