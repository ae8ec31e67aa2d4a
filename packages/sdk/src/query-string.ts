import { PARAMETERS } from './operation-table.ts'

const ENCODINGS: Readonly<Record<string, string>> = PARAMETERS

/**
 * Encodes the options of a call as a query string. Parameters outside of the table, such as those of your own routes,
 * are encoded by their value; a list is repeated.
 *
 * @example
 * queryString({ where: { views: { equals: 1 } }, sort: ['-views', 'title'] })
 */
export function queryString(options: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue
    if (ENCODINGS[name] === 'json') query.append(name, JSON.stringify(value))
    else if ((ENCODINGS[name] ?? 'texts') === 'texts' && Array.isArray(value))
      for (const one of value) query.append(name, text(one))
    else query.append(name, Array.isArray(value) ? value.map(text).join(',') : text(value))
  }
  const encoded = query.toString()
  return encoded === '' ? '' : `?${encoded}`
}

function text(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'string' ? value : JSON.stringify(value)
}
