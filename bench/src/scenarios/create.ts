import { postOf, SEEDED_POSTS } from '../content/post.ts'
import type { Scenario } from './scenario.ts'

export const create: Scenario = {
  name: 'create',
  status: 201,
  request: (number) => ({
    method: 'POST',
    path: '/api/collections/posts',
    body: postOf(SEEDED_POSTS + 1 + number),
  }),
  differing: ['id', 'createdAt', 'updatedAt'],
}
