import { postOf, SEEDED_POSTS } from '../content/post.ts'
import { somePost } from './read-one.ts'
import type { Scenario } from './scenario.ts'

/** Changes two of eight fields, one of them indexed. */
export const update: Scenario = {
  name: 'update',
  status: 200,
  cycle: SEEDED_POSTS,
  request: (number) => {
    const { title, views } = postOf(number + 1)
    return { method: 'PATCH', path: somePost(number), body: { title: `${title}, revised`, views } }
  },
  differing: ['updatedAt'],
}
