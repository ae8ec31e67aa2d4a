/** Headers that no answer goes without, as the flat list of names and values that `writeHead` takes without further work. */
const FIXED_HEADERS: readonly string[] = ['X-Content-Type-Options', 'nosniff', 'Referrer-Policy', 'no-referrer']

/** Headers that an answer carries unless its route gives others, by lower-case name. */
const DEFAULT_HEADERS: ReadonlyMap<string, readonly [name: string, value: string]> = new Map([
  ['cache-control', ['Cache-Control', 'private, no-store']],
  // API answers are data: a browser that is led to one must not run, frame or load anything because of it.
  ['content-security-policy', ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"]],
])

/** What every answer starts from. */
export const STANDARD_HEADERS: readonly string[] = [...FIXED_HEADERS, ...[...DEFAULT_HEADERS.values()].flat()]

/** Names to values; a list stands for several headers of one name (`Set-Cookie`). */
export type AnswerHeaders = Readonly<Record<string, string | readonly string[]>>

/** A list with the request's id; `headers` are added, or take the place of the default of the same name. */
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

/** Names of request headers that the answer rests on. One line for all of them: some caches read no second one. */
export function addVary(list: string[], names: string): void {
  const standing = list.indexOf('Vary')
  if (standing === -1) list.push('Vary', names)
  else list[standing + 1] += `, ${names}`
}
