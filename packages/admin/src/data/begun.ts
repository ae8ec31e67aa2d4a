/** Requests that public/begin.js has started, by path. */
const begun = (globalThis as { quireBegun?: Map<string, Promise<Response>> }).quireBegun

/**
 * `fetch` that consumes the requests started before the app ran. Each response is used once; a repeated request goes to
 * the service.
 */
export const fetchOrTake: typeof fetch = async (input, init) => {
  const path = typeof input === 'string' && (init?.method ?? 'GET') === 'GET' ? input : undefined
  const answer = path === undefined ? undefined : begun?.get(path)
  if (path === undefined || answer === undefined) return fetch(input, init)
  begun?.delete(path)
  return answer
}
