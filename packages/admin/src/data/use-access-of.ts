import { useQueries } from '@tanstack/react-query'
import type { Capabilities } from './document.ts'
import { accessQuery } from './use-documents.ts'

/** What the actor may do with each of these collections, as far as it is known yet. */
export function useAccessOf(slugs: readonly string[]): Readonly<Record<string, Capabilities | undefined>> {
  return useQueries({
    queries: slugs.map((slug) => accessQuery(slug)),
    combine: (answers) => Object.fromEntries(slugs.map((slug, index) => [slug, answers[index]?.data])),
  })
}
