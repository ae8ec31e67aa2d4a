/** Headers of every response, as the flat list that is fastest for `writeHead`. */
const FIXED_HEADERS: readonly string[] = ['X-Content-Type-Options', 'nosniff', 'Referrer-Policy', 'no-referrer']

/** Default headers by lowercase name; a route can replace them. */
const DEFAULT_HEADERS: ReadonlyMap<string, readonly [name: string, value: string]> = new Map([
  ['cache-control', ['Cache-Control', 'private, no-store']],
  // API responses are data: a browser that opens one must not run, frame or load anything.
  ['content-security-policy', ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"]],
])

export const STANDARD_HEADERS: readonly string[] = [...FIXED_HEADERS, ...[...DEFAULT_HEADERS.values()].flat()]

/** Values by name; a list means repeated headers (`Set-Cookie`). */
export type AnswerHeaders = Readonly<Record<string, string | readonly string[]>>

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

/** Adds names to `Vary`. One header holds all of them, because some caches ignore a second one. */
export function addVary(list: string[], names: string): void {
  const standing = list.indexOf('Vary')
  if (standing === -1) list.push('Vary', names)
  else list[standing + 1] += `, ${names}`
}
