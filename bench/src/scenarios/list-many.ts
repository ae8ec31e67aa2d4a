import { KINDS } from '../content/article.ts'
import type { Scenario } from './scenario.ts'

/** Ten of a thousand matches out of a hundred thousand documents, with the total. */
export const listMany: Scenario = {
  name: 'list-100k',
  status: 200,
  aim: 0.5,
  cycle: KINDS.length,
  request: (number) => {
    const where = encodeURIComponent(JSON.stringify({ kind: { equals: KINDS[number % KINDS.length] } }))
    return { method: 'GET', path: `/api/collections/events?where=${where}&sort=-createdAt&limit=10&page=1` }
  },
  differing: [],
}
