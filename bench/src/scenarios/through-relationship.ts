import { authorName, SEEDED_AUTHORS } from '../content/post.ts'
import type { Scenario } from './scenario.ts'

/** The posts of an author, filtered by a name in another collection. */
export const throughRelationship: Scenario = {
  name: 'through-relationship',
  status: 200,
  cycle: SEEDED_AUTHORS,
  request: (number) => {
    const where = JSON.stringify({ 'author.name': { equals: authorName(1 + ((number * 17) % SEEDED_AUTHORS)) } })
    return {
      method: 'GET',
      path: `/api/collections/posts?where=${encodeURIComponent(where)}&sort=-createdAt&limit=10&page=1`,
    }
  },
  differing: [],
}
