import { personName, SEEDED_PEOPLE } from '../content/article.ts'
import type { Scenario } from './scenario.ts'

/** The articles of somebody, found by the name that stands in another collection. */
export const throughRelationship: Scenario = {
  name: 'through-relationship',
  status: 200,
  aim: 0.4,
  cycle: SEEDED_PEOPLE,
  request: (number) => {
    const where = encodeURIComponent(JSON.stringify({ 'author.name': { equals: personName(number * 17) } }))
    return { method: 'GET', path: `/api/collections/articles?where=${where}&sort=-createdAt&limit=10&page=1` }
  },
  differing: [],
}
