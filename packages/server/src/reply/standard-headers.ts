/** Headers of every answer, as the flat list of names and values that is fastest for `writeHead`. */
const FIXED_HEADERS: readonly string[] = ['X-Content-Type-Options', 'nosniff', 'Referrer-Policy', 'no-referrer']

/** Headers that an answer has unless its route gives others, by lowercase name. */
const DEFAULT_HEADERS: ReadonlyMap<string, readonly [name: string, value: string]> = new Map([
  ['cache-control', ['Cache-Control', 'private, no-store']],
  // API answers are data: a browser that opens one must not run, frame or load anything because of it.
  ['content-security-policy', ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"]],
])

/** What the headers of every answer start from. */
export const STANDARD_HEADERS: readonly string[] = [...FIXED_HEADERS, ...[...DEFAULT_HEADERS.values()].flat()]

/** Values by name; a list means several headers with the same name (`Set-Cookie`). */
export type AnswerHeaders = Readonly<Record<string, string | readonly string[]>>

/** A list with the request's id. `headers` are added, or replace the default of the same name. */
export function headerList(requestId: string, standard: readonly string[], headers?: AnswerHeaders): string[] {
  const list = standard.slice()
  list.push('X-Request-ID', requestId)
  if (headers === undefined) return list
  for (const name of Object.keys(headers)) {
    const value = headers[name] as string | readonly string[]
    const standing = DEFAULT_HEADERS.get(name.toLowerCase())
    if (standing !== undefined) list[list.indexOf(standing[0]) + 1] = String(value)
    else if (name === 'Vary') addVary(list, String(value))
    else if (typeof value === 'string') list.push(name, value)
    else for (const each of value) list.push(name, each)
  }
  return list
}

/** Adds request headers that the answer depends on. They share one line, because some caches ignore a second one. */
export function addVary(list: string[], names: string): void {
  const standing = list.indexOf('Vary')
  if (standing === -1) list.push('Vary', names)
  else list[standing + 1] += `, ${names}`
}
