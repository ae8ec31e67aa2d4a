import type { DocumentQuery, SortKey } from '@quirecms/core'

/** So many documents fewer to go through are worth a statement of their own. */
const LEAST_SAVED = 20

/**
 * The same page of a list with so many documents, asked for from its end: every key the other way round, which turns the order by `id`
 * round as well, and what comes is to be turned round again. Null where the page is nearer to the beginning, or the list has no
 * keys to turn round. It is the same page only if there are exactly so many when it is read.
 */
export function fromTheEnd({ rank, ...query }: DocumentQuery, total: number): DocumentQuery | null {
  const { sort, offset } = query
  const limit = Math.min(query.limit, total - offset)
  const behind = total - offset - limit
  if (rank || sort.length === 0 || limit <= 0 || offset - behind < LEAST_SAVED) return null
  return { ...query, sort: sort.map(turned), limit, offset: behind }
}

function turned(key: SortKey): SortKey {
  return { ...key, descending: !key.descending }
}
