import { postOf, SEEDED_POSTS, seededId } from '../content/post.ts'
import type { Scenario } from './scenario.ts'

const STRIDE = 7919

/** A change of four fields of ten, none of them indexed. */
export const update: Scenario = {
  name: 'update',
  status: 200,
  aim: 0.5,
  cycle: SEEDED_POSTS,
  request: (number) => {
    const { title, excerpt, readingMinutes, featured } = postOf(number + 1)
    return {
      method: 'PATCH',
      path: `/api/collections/posts/${seededId((number * STRIDE) % SEEDED_POSTS)}`,
      body: { title: `${title}, revised`, excerpt, readingMinutes, featured: !featured },
    }
  },
  differing: ['updatedAt'],
}
