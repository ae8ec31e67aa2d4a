import type { DocumentQuery, SortKey } from '@quirecms/core'

/** How many documents must be saved to be worth a separate statement. */
const LEAST_SAVED = 20

/**
 * The same page, read from the end of a list with `total` documents: all sort keys, and the order by `id`, are
 * reversed, and so must be the result. Null if the page is nearer to the beginning or the list has no sort keys. Only
 * correct if the total is still the same when the page is read.
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
