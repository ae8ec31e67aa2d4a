import type { ListSearch } from '../../data/addresses.ts'

/** Parses the URL of a list: invalid values, typed by hand or from old links, are ignored. */
export function readListSearch(search: Readonly<Record<string, unknown>>): ListSearch {
  const { page, limit, sort, q, filter, columns, locale, view, layout, ...others } = search
  const read = {
    ...others,
    page: countOf(page),
    limit: countOf(limit, MOST),
    sort: textsOf(sort),
    q: textOf(q),
    // `readFilters` skips invalid filters.
    filter,
    columns: textsOf(columns),
    locale: textOf(locale),
    view: textOf(view),
    layout: layout === 'grid' || layout === 'table' ? layout : undefined,
  }
  // The router keeps raw values of missing keys, but not of undefined ones.
  return Object.fromEntries(Object.entries(read).filter(([name]) => Object.hasOwn(search, name)))
}

/** Page size limit of the service. */
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
