import type { Query, QueryClient } from '@tanstack/react-query'
import { OVERVIEW } from '../query-client.ts'
import { isInItsOwnTime, keys } from '../use-documents.ts'
import { type FeedChange, type News, Together } from './news.ts'
import { isKnownHere } from './own-changes.ts'

/** Refetches active queries that a change of another user affects. Inactive ones are only marked stale. */
export function followQueries(
  queries: QueryClient,
  user: { readonly collection: string; readonly id: string },
): (news: News) => void {
  let waiting: FeedChange[] = []
  let isEverything = false
  const together = new Together(() => {
    // By now, the responses to this tab's saves have mostly arrived, and their queries were invalidated.
    const changes = waiting.filter((change) => !isKnownHere(change))
    const isAboutUser = waiting.some(
      ({ collection, documentId }) => collection === user.collection && documentId === user.id,
    )
    waiting = []
    if (isEverything) void queries.invalidateQueries({ predicate: mayFollow })
    isEverything = false
    const collections = new Set(changes.flatMap(({ collection }) => collection ?? []))
    const globals = new Set(changes.flatMap(({ global }) => global ?? []))
    for (const slug of collections) refreshAll(queries, keys.collection(slug))
    for (const slug of globals) refreshAll(queries, keys.global(slug))
    if (changes.length > 0) void queries.invalidateQueries({ queryKey: [OVERVIEW] })
    // A changed role changes the rights.
    if (isAboutUser) for (const key of ['me', 'rights']) void queries.invalidateQueries({ queryKey: [key] })
  })

  return (news) => {
    if (news === 'begun') return
    if (news === 'everything') isEverything = true
    else waiting.push(...news)
    together.ask()
  }
}

function refreshAll(queries: QueryClient, queryKey: readonly string[]): void {
  void queries.invalidateQueries({ queryKey, predicate: mayFollow })
  // Mark it stale, so that the next visit refetches it.
  void queries.invalidateQueries({ queryKey, predicate: isInItsOwnTime, refetchType: 'none' })
}

/** A schema changes with a new start of the service only. */
function mayFollow(query: Query): boolean {
  const { queryKey } = query
  return !queryKey.includes('form') && queryKey[0] !== 'schema' && !isInItsOwnTime(query)
}
