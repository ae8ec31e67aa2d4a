import { queryOptions, useQuery } from '@tanstack/react-query'
import { collection } from './client.ts'
import { can } from './entities.ts'
import type { EntitySchema } from './schema.ts'
import { keys, may } from './use-documents.ts'
import { useContent } from './use-overview.ts'
import { useRights, useRightsOf } from './use-rights.ts'

/** Maximum number of values in a filter. */
const COMING = 100

const NOTHING: ReadonlyMap<string, string> = new Map()

function plannedQuery(slug: string, failed = false) {
  return queryOptions({
    queryKey: [...keys.collection(slug), 'planned', failed],
    queryFn: () => collection(slug).scheduledAll({ limit: COMING, ...(failed && { failed }) }),
    retry: false,
    staleTime: 60_000,
  })
}

/**
 * Planned publish times by document id, for documents that the actor may publish, soonest first. Undefined
 * while loading; empty if the request fails.
 */
export function useScheduled(entity: EntitySchema): ReadonlyMap<string, string> | undefined {
  const rights = useRights(entity.slug)
  const hasPlans = can(entity, 'scheduledAll')
  const isAsked = hasPlans && may(rights, 'publish')
  const { data, isError } = useQuery({
    ...plannedQuery(entity.slug),
    enabled: isAsked,
    select: ({ docs }) => {
      const coming = docs.filter(({ action }) => action === 'publish').toReversed()
      // Entries are inserted latest first, so the soonest one remains.
      return new Map(coming.map(({ documentId, runAt }) => [documentId, runAt]))
    },
  })
  if (data) return data
  const isWaiting = hasPlans && (rights === undefined || (isAsked && !isError))
  return isWaiting ? undefined : NOTHING
}

/** Documents whose last plan failed, with its planned time. Empty while loading. */
export function useFailedPlans(entity: EntitySchema): ReadonlyMap<string, string> {
  const rights = useRights(entity.slug)
  const { data = NOTHING } = useQuery({
    ...plannedQuery(entity.slug, true),
    enabled: can(entity, 'scheduledAll') && may(rights, 'publish'),
    select: ({ docs }) => new Map(docs.toReversed().map(({ documentId, runAt }) => [documentId, runAt])),
  })
  return data
}

/** Collections whose documents the actor may schedule. */
export function useSchedulable(): EntitySchema[] {
  const content = useContent().filter((entity) => can(entity, 'schedule'))
  const rights = useRightsOf(content.map(({ slug }) => slug))
  return content.filter(({ slug }) => may(rights[slug], 'schedule'))
}
