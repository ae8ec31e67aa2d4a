import type { Doc } from '../../data/document.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { namedExactly } from '../../data/sought.ts'
import { useFoundList } from '../../data/use-documents.ts'
import type { ListState } from './list-state.ts'

/** Maximum number of exact matches that are moved to the front. */
const FIRST = 5

const NONE: readonly Doc[] = []

/** The documents of a page. With a search, the first page begins with exact title matches. */
export function useExactFirst(
  entity: EntitySchema,
  { words, options, search }: ListState,
  docs: readonly Doc[] = NONE,
): readonly Doc[] {
  const { search: _search, sort: _sort, where, ...rest } = options
  const named = words === '' ? undefined : namedExactly(entity, words)
  const isAsked = named !== undefined && search.sort === undefined && options.page === 1
  const exact = useFoundList(
    entity.slug,
    { ...rest, limit: FIRST, where: { and: [named, where].filter(Boolean) } },
    isAsked,
  )
  if (!isAsked || !exact) return docs
  const first = new Set(exact.map(({ id }) => id))
  return first.size === 0 ? docs : [...exact, ...docs.filter(({ id }) => !first.has(id))]
}
