import type { ListSearch } from '../../data/addresses.ts'

/** The query string of a list: what was typed by hand, or comes from an old link, must not keep the list from opening. */
export function readListSearch(search: Readonly<Record<string, unknown>>): ListSearch {
  const { page, limit, sort, q, filter, columns, locale, view, layout, ...others } = search
  const read = {
    ...others,
    page: countOf(page),
    limit: countOf(limit, MOST),
    sort: textsOf(sort),
    q: textOf(q),
    // `readFilters` leaves out what is not a filter.
    filter,
    columns: textsOf(columns),
    locale: textOf(locale),
    view: textOf(view),
    layout: layout === 'grid' || layout === 'table' ? layout : undefined,
  }
  // The router keeps what was given in the place of a name that is missing here, but not of one that is undefined.
  return Object.fromEntries(Object.entries(read).filter(([name]) => Object.hasOwn(search, name)))
}

/** The service lists no more rows at once. */
const MOST = 100

function countOf(value: unknown, most = Number.MAX_SAFE_INTEGER): number | undefined {
  return Number.isInteger(value) && Number(value) > 0 ? Math.min(Number(value), most) : undefined
}

/** `?q=2024` is a number to the router. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

function textsOf(value: unknown): readonly string[] | undefined {
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'string')
  return typeof value === 'string' ? value.split(',') : undefined
}
