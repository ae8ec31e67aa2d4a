import { queryOptions } from '@tanstack/react-query'
import { overview } from './client.ts'
import { contentOf, hasDrafts } from './entities.ts'
import { START } from './overview.ts'
import { queryClient } from './query-client.ts'
import type { Schema } from './schema.ts'
import { RECENT } from './use-recent.ts'

type Named = Awaited<ReturnType<typeof overview.documents>>['results']
type Open = Readonly<Record<string, { readonly operations: Readonly<Record<string, boolean>> } | undefined>>

interface Start {
  readonly access: { readonly collections: Open; readonly globals: Open }
  readonly counts: Readonly<Record<string, number | undefined>>
  readonly kept: Named
  readonly newest: Named
  readonly drafts: Named
  readonly published: Named
  readonly planned: Awaited<ReturnType<typeof overview.scheduledAll>>['results']
  readonly failed: Awaited<ReturnType<typeof overview.scheduledAll>>['results']
}

export const ROWS = 6

/** Enough to fill each card after the entries of other cards are removed. */
const ASKED = 4 * ROWS

/** Loads the start page and the navigation in one request, whatever the size of the application. */
export function startQuery(schema: Schema) {
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
