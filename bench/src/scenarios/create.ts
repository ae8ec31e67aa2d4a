import { postOf, SEEDED_POSTS } from '../content/post.ts'
import type { Scenario } from './scenario.ts'

export const create: Scenario = {
  name: 'create',
  status: 201,
  aim: 0.5,
  request: (number) => ({
    method: 'POST',
    path: '/api/collections/posts',
    body: postOf(SEEDED_POSTS + number),
  }),
  differing: ['id', 'createdAt', 'updatedAt'],
}
