import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { request } from '../../data/client.ts'
import type { Page, Where } from '../../data/document.ts'
import { keys } from '../../data/use-documents.ts'
import type { AddressedEntry } from '../../data/use-addressed-entry.ts'
import type { Entry } from './entry.ts'
import { LOG } from './log-right.ts'

const PAGE = 50

interface PageOfLog {
  readonly docs: readonly Entry[]
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
    queryFn: (): Promise<Page<Entry>> => request<Page<Entry>>('GET', path, { query: { page, limit: PAGE } }),
    placeholderData: keepPreviousData,
  })
}
