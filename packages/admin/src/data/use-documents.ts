import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { collection, find, global, type ListOptions } from './client.ts'
import type { Capabilities, Doc, Page } from './document.ts'

/** Query `meta` of queries that refetch on their own schedule: a list must not move while the editor works in it. */
const IN_ITS_OWN_TIME = { isInItsOwnTime: true } as const

export function isInItsOwnTime({ meta }: { readonly meta: Readonly<Record<string, unknown>> | undefined }): boolean {
  return meta?.['isInItsOwnTime'] === true
}

/** Keys begin with the collection, so that a change of a collection invalidates all of its queries. */
export const keys = {
  collection: (slug: string) => ['collection', slug] as const,
  global: (slug: string) => ['global', slug] as const,
}

export function listQuery(slug: string, options: ListOptions) {
  return queryOptions({
    queryKey: [...keys.collection(slug), 'list', options],
    queryFn: () => find(slug, options),
    placeholderData: keepPreviousData,
  })
}

export function useList(slug: string, options: ListOptions) {
  return useQuery(listQuery(slug, options))
}

export function useCount(slug: string, options: ListOptions = {}, enabled = true) {
  return useQuery({
    queryKey: [...keys.collection(slug), 'count', options],
    queryFn: async () => (await collection(slug).count(options)).count,
    enabled,
    staleTime: 30_000,
  })
}

/**
 * A list in one language, filtered by values in several (`locale=all`). Such a query returns all languages, so the ids
 * are found first.
 */
export function useListIn(slug: string, options: ListOptions, locale: string | undefined, isReady: boolean) {
  return useQuery({ ...listInQuery(slug, options, locale), enabled: isReady, meta: IN_ITS_OWN_TIME })
}

export function listInQuery(slug: string, options: ListOptions, locale: string | undefined) {
  const query = listQuery(slug, options)
  const isFoundInAll = options.locale === 'all' && locale !== undefined
  return queryOptions({
    ...query,
    ...(isFoundInAll && { queryKey: [...query.queryKey, 'in', locale] }),
    queryFn: () => readListIn(slug, options, locale),
  })
}

export async function readListIn(slug: string, options: ListOptions, locale: string | undefined): Promise<Page> {
  if (options.locale !== 'all' || locale === undefined) return find(slug, options)
  const { select = {}, populate, draft, ...asked } = options
  const copy = draft === undefined ? {} : { draft }
  const found = await find(slug, { ...asked, ...copy, select: {} })
  const ids = found.docs.map(({ id }) => id)
  if (ids.length === 0) return found
  const shown = { locale, select, ...(populate && { populate }), ...copy, limit: ids.length }
  const { docs } = await find(slug, { ...shown, where: { id: { in: ids } } })
  return { ...found, docs: ids.flatMap((id) => docs.find((doc) => doc.id === id) ?? []) }
}

export function useFoundList(slug: string, options: ListOptions, isAsked: boolean): readonly Doc[] | undefined {
  const { placeholderData: _, ...query } = listQuery(slug, options)
  return useQuery({ ...query, enabled: isAsked, retry: false }).data?.docs
}

/**
 * The capabilities of the actor, with fields. They only decide what the app offers: the service checks access on every
 * call.
 */
export function useAccess(slug: string, id?: string) {
  return useQuery(accessQuery(slug, id))
}

export function accessQuery(slug: string, id?: string) {
  return queryOptions({
    queryKey: [...keys.collection(slug), 'access', id ?? null],
    queryFn: () => collection(slug).access(id === undefined ? {} : { id }),
    staleTime: 60_000,
  })
}

export function useGlobalAccess(slug: string) {
  return useQuery(globalAccessQuery(slug))
}

export function globalAccessQuery(slug: string) {
  return queryOptions({
    queryKey: [...keys.global(slug), 'access'],
    queryFn: () => global(slug).access(),
    staleTime: 60_000,
  })
}

export function may(capabilities: Pick<Capabilities, 'operations'> | undefined, operation: string): boolean {
  return capabilities?.operations[operation] === true
}

/** After a change: refetches everything read from the collection except forms, which hold unsaved edits. */
export function refreshCollection(queries: QueryClient, slug: string): Promise<void> {
  return queries.invalidateQueries({
    queryKey: keys.collection(slug),
    predicate: ({ queryKey }) => !queryKey.includes('form'),
  })
}
