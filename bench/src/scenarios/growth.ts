import { EVENTS, type EventsSlug } from '../application/quire.config.ts'
import type { Scenario } from './scenario.ts'

/** The first page of a large collection, newest first, with the total. */
function firstPageOf(slug: EventsSlug): Scenario {
  return {
    name: slug,
    status: 200,
    cycle: 1,
    request: () => ({ method: 'GET', path: `/api/collections/${slug}?sort=-createdAt&limit=10&page=1` }),
    differing: [],
  }
}

export const growth = (Object.keys(EVENTS) as EventsSlug[]).map(firstPageOf)
