import type { Query, QueryClient } from '@tanstack/react-query'
import { OVERVIEW } from '../overview.ts'
import { keys } from '../use-documents.ts'
import { isInItsOwnTime } from './in-its-own-time.ts'
import type { Change, News } from './news.ts'
import { Together } from './together.ts'

/** Reads again what others have changed, as far as it is on screen; the rest when somebody comes to it. */
export function followQueries(
  queries: QueryClient,
  user: { readonly collection: string; readonly id: string },
): (news: News) => void {
  let waiting: Change[] = []
  let isEverything = false
  const together = new Together(() => {
    const changes = waiting
    waiting = []
    if (isEverything) void queries.invalidateQueries({ predicate: mayFollow })
    isEverything = false
    const collections = new Set(changes.flatMap(({ collection }) => collection ?? []))
    const globals = new Set(changes.flatMap(({ global }) => global ?? []))
    for (const slug of collections) refreshAll(queries, keys.collection(slug))
    for (const slug of globals) refreshAll(queries, keys.global(slug))
    void queries.invalidateQueries({ queryKey: [OVERVIEW] })
    // Other roles are other rights.
    if (changes.some(({ collection, documentId }) => collection === user.collection && documentId === user.id))
      for (const key of ['me', 'rights']) void queries.invalidateQueries({ queryKey: [key] })
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
  // Old all the same, for whoever comes back to it.
  void queries.invalidateQueries({ queryKey, predicate: isInItsOwnTime, refetchType: 'none' })
}

/** A schema changes with a new start of the service only. */
function mayFollow(query: Query): boolean {
  const { queryKey } = query
  return !queryKey.includes('form') && queryKey[0] !== 'schema' && !isInItsOwnTime(query)
}
