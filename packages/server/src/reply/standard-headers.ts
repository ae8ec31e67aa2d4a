/** Headers that no answer goes without. */
export const FIXED_HEADERS: readonly string[] = ['X-Content-Type-Options', 'nosniff', 'Referrer-Policy', 'no-referrer']

/** Headers that an answer carries unless its route says otherwise: by lower-case name, as name and value. */
export const DEFAULT_HEADERS: Readonly<Record<string, readonly [name: string, value: string]>> = {
  'cache-control': ['Cache-Control', 'no-store'],
  // API answers are data: a browser that is led to one must not run, frame or load anything because of it.
  'content-security-policy': ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
}

const DEFAULT_HEADER_LIST: readonly string[] = Object.values(DEFAULT_HEADERS).flat()

/** Names to values; a list stands for several headers of one name (`Set-Cookie`). */
export type AnswerHeaders = Readonly<Record<string, string | readonly string[]>>

/** Everything but content type and length, as the flat list that `writeHead` takes without further work. */
export function headerList(requestId: string, own: readonly string[], headers: AnswerHeaders | undefined): string[] {
  const list = ['X-Request-ID', requestId, ...own]
  if (headers === undefined) {
    list.push(...DEFAULT_HEADER_LIST)
    return list
  }
  const given = new Set<string>()
  for (const name of Object.keys(headers)) {
    given.add(name.toLowerCase())
    const value = headers[name]
    if (typeof value === 'string') list.push(name, value)
    else if (value !== undefined) for (const each of value) list.push(name, each)
  }
  for (const [lowerCaseName, [name, value]] of Object.entries(DEFAULT_HEADERS)) {
    if (!given.has(lowerCaseName)) list.push(name, value)
  }
  return list
}
