import { queryOptions, useQuery } from '@tanstack/react-query'
import { overview } from './client.ts'
import { contentOf, hasDrafts } from './entities.ts'
import { OVERVIEW, queryClient, START } from './query-client.ts'
import type { Schema } from './schema.ts'
import { RECENT } from './use-recent.ts'
import { useSchema } from './use-session.ts'
import { entriesIn, type OverviewEntry, type Planned, plannedIn } from './use-overview.ts'

type ListedDocuments = Awaited<ReturnType<typeof overview.documents>>['results']
type OpenOperations = Readonly<Record<string, { readonly operations: Readonly<Record<string, boolean>> } | undefined>>

interface Start {
  readonly access: { readonly collections: OpenOperations; readonly globals: OpenOperations }
  readonly counts: Readonly<Record<string, number | undefined>>
  readonly kept: ListedDocuments
  readonly newest: ListedDocuments
  readonly drafts: ListedDocuments
  readonly published: ListedDocuments
  readonly planned: Awaited<ReturnType<typeof overview.scheduledAll>>['results']
  readonly failed: Awaited<ReturnType<typeof overview.scheduledAll>>['results']
}

export const ROWS = 6

/** Enough to fill each card after the entries of other cards are removed. */
const ASKED = 4 * ROWS

/** Loads the start page and the navigation in one request, whatever the size of the application. */
function startQuery(schema: Schema) {
  const content = contentOf(schema).map(({ slug }) => slug)
  const withDrafts = Object.values(schema.collections).some(hasDrafts)
  return queryOptions({
    queryKey: START,
    queryFn: (): Promise<Start> =>
      overview.startPage({
        preference: RECENT,
        limit: ASKED,
        ...(content.length > 0 && { collections: content.join(',') }),
        ...(withDrafts && { draft: 'newest' as const }),
      }),
    retry: false,
    staleTime: 30_000,
  })
}

/** Called before the first render, so that no component requests a part of it. */
export function beginStart(schema: Schema): void {
  void queryClient.prefetchQuery(startQuery(schema))
}

/** A part of the response in flight; undefined if there is no such request, or it fails. */
export async function partOfStart<Part extends keyof Start>(part: Part): Promise<Start[Part] | undefined> {
  const query = queryClient.getQueryCache().find<Start>({ queryKey: START })
  if (query?.state.fetchStatus !== 'fetching') return undefined
  try {
    return (await query.promise)?.[part]
  } catch {
    return undefined
  }
}

type Counts = Readonly<Record<string, number | undefined>>

interface CountOptions {
  /** Counts documents in the trash instead. */
  readonly trash?: boolean
  readonly isAsked?: boolean
}

/**
 * Number of readable documents in each collection; without collections that the actor may not list. Undefined while
 * loading.
 */
export function useCounts({ trash = false, isAsked = true }: CountOptions = {}): Counts | undefined {
  const { collections } = useSchema()
  const withDrafts = Object.values(collections).some(hasDrafts)
  const options = trash ? { trash } : withDrafts ? { draft: 'newest' as const } : {}
  const { data } = useQuery({
    queryKey: [OVERVIEW, 'counts', options],
    queryFn: async (): Promise<Counts> =>
      (trash ? undefined : await partOfStart('counts')) ?? (await overview.counts(options)).counts,
    enabled: isAsked,
    staleTime: 30_000,
  })
  return data
}

interface StartPage {
  /** The documents that the actor opened last; for a new user, those that any user changed last. */
  readonly continued: { readonly isOwn: boolean; readonly entries: readonly OverviewEntry[] }
  readonly drafts: readonly OverviewEntry[]
  readonly published: readonly OverviewEntry[]
  readonly planned: readonly Planned[]
  readonly failed: readonly Planned[]
}

/** Data of the start page cards from one response; undefined while loading. */
export function useStart(): StartPage | undefined {
  const schema = useSchema()
  const { data } = useQuery(startQuery(schema))
  if (!data) return undefined
  const content = new Set(contentOf(schema).map(({ slug }) => slug))
  const written = (found: typeof data.newest) =>
    entriesIn(schema.collections, found).filter(({ entity }) => content.has(entity.slug))
  const kept = entriesIn(schema.collections, data.kept).slice(0, ROWS)
  return {
    continued: {
      isOwn: kept.length > 0,
      entries: kept.length > 0 ? kept : written(data.newest).slice(0, ROWS),
    },
    drafts: written(data.drafts),
    published: written(data.published),
    planned: plannedIn(schema, data.planned),
    failed: plannedIn(schema, data.failed),
  }
}
