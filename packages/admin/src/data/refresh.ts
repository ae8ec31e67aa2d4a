import type { QueryClient } from '@tanstack/react-query'
import { keys } from './use-documents.ts'

/**
 * After a change: everything that was read of a collection is read again, apart from forms, which hold what is typed.
 */
export function refreshCollection(queries: QueryClient, slug: string): Promise<void> {
  return queries.invalidateQueries({
    queryKey: keys.collection(slug),
    predicate: ({ queryKey }) => !queryKey.includes('form'),
  })
}
