import type { QueryClient } from '@tanstack/react-query'
import { keys } from './use-documents.ts'

/** After a change: refetches everything read from the collection except forms, which hold unsaved edits. */
export function refreshCollection(queries: QueryClient, slug: string): Promise<void> {
  return queries.invalidateQueries({
    queryKey: keys.collection(slug),
    predicate: ({ queryKey }) => !queryKey.includes('form'),
  })
}
