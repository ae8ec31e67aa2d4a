import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { request } from '../../data/client.ts'
import type { Page, Where } from '../../data/document.ts'
import { keys } from '../../data/use-documents.ts'
import type { AddressedEntry } from '../../data/use-addressed-entry.ts'
import type { ActivityEntry } from './entry.ts'
import { LOG } from './log-right.ts'
import { type ActivitySearch, addresses, type DocumentActivitySearch } from '../../data/addresses.ts'
import { isKind, KINDS } from './actions.ts'

const PAGE = 50

interface PageOfLog {
  readonly docs: readonly ActivityEntry[]
  readonly pagination: { readonly nextCursor: string | null }
}

/** The log, newest entry first, page by page. Without a total, because counting millions of entries is slow. */
export function useEntries(where: Where) {
  return useInfiniteQuery({
    queryKey: ['activity', 'log', where],
    queryFn: ({ pageParam: after }): Promise<PageOfLog> =>
      request<PageOfLog>('GET', LOG, { query: { where, after, limit: PAGE } }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.nextCursor,
    placeholderData: keepPreviousData,
  })
}

export function fileOf(where: Where, form: 'csv' | 'ndjson'): string {
  return `${LOG}.${form}?${new URLSearchParams({ where: JSON.stringify(where) }).toString()}`
}

/** Log entries of one document, for actors who may read its versions. */
export function useDocumentEntries({ kind, entity, id }: AddressedEntry, page: number) {
  const path = kind === 'global' ? `/api/globals/${entity.slug}/audit` : `/api/collections/${entity.slug}/${id}/audit`
  return useQuery({
    queryKey: [...(kind === 'global' ? keys.global(entity.slug) : keys.collection(entity.slug)), 'activity', id, page],
    queryFn: (): Promise<Page<ActivityEntry>> =>
      request<Page<ActivityEntry>>('GET', path, { query: { page, limit: PAGE } }),
    placeholderData: keepPreviousData,
  })
}

/** Turns the query string into a log filter. Invalid values are ignored. */
export function whereOf({ who, actor, kind, entity, since, until, outcome }: ActivitySearch): Where {
  const begin = startOf(since, 0)
  const end = startOf(until, 1)
  return {
    ...(who?.trim() && { 'actor.label': { contains: who.trim() } }),
    ...(actor && { 'actor.id': { equals: actor } }),
    ...(isKind(kind) && { action: { in: KINDS[kind] } }),
    ...(entity && { entity: { equals: entity } }),
    ...((begin ?? end) && {
      at: { ...(begin && { greater_than_equal: begin }), ...(end && { less_than: end }) },
    }),
    ...((outcome === 'done' || outcome === 'refused') && { outcome: { equals: outcome } }),
  }
}

function startOf(day: string | undefined, later: number): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? '') ?? []
  if (year === undefined) return undefined
  return new Date(Number(year), Number(month) - 1, Number(date) + later).toISOString()
}

export function addressOf({ kind, entity, id }: AddressedEntry, search: DocumentActivitySearch = {}) {
  return kind === 'global'
    ? addresses.globalActivity(entity.slug, search)
    : addresses.documentActivity(entity.slug, id, search)
}
