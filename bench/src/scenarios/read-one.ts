import { SEEDED_POSTS } from '../content/post.ts'
import { idOf } from '../content/seeded.ts'
import type { Scenario } from './scenario.ts'

/** Separates consecutive reads, so that database page caches help no more than in practice. */
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
/** In a collection with drafts: reads the published copy. */
export const readLive = readIn('read-live', 'drafted-posts')
