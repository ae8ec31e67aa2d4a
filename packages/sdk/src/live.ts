import { changes } from './changes.ts'
import { QuireError } from './client-error.ts'
import type { LiveOptions } from './client-types.ts'
import type { Method } from './methods.ts'
import type { ClientConnection } from './send.ts'

/** Minimum milliseconds between two queries. */
const PAUSE = 500

/** Repeats the query after each change that may affect its result, until the returned function is called. */
export function liveFind(
  connection: ClientConnection,
  slug: string,
  find: Method,
  query: Readonly<Record<string, unknown>>,
  onAnswer: (answer: never) => void,
  { signal, headers, onError = throwToAll }: LiveOptions = {},
): () => void {
  const ending = new AbortController()
  const end = signal ? AbortSignal.any([signal, ending.signal]) : ending.signal
  // With these, the result may depend on documents of other collections.
  const isAlone =
    query['populate'] === undefined &&
    query['depth'] === undefined &&
    query['joins'] === undefined &&
    !leadsOn(query['where']) &&
    !leadsOn(query['sort'])
  let asking: Promise<void> | undefined
  let isStale = false
  const ask = async () => {
    while (isStale && !end.aborted) {
      isStale = false
      const answer = await find({ ...query, signal: end, headers })
      if (end.aborted) return
      onAnswer(answer as never)
      await new Promise((resolve) => setTimeout(resolve, PAUSE))
    }
  }
  const fail = (error: unknown) => {
    if (end.aborted) return
    ending.abort()
    onError(error)
  }
  const refresh = () => {
    isStale = true
    asking ??= ask()
      .catch(fail)
      .finally(() => {
        asking = undefined
        if (isStale && !end.aborted) refresh()
      })
  }
  const run = async () => {
    for (let after: string | undefined; !end.aborted; ) {
      try {
        const wanted = { ...(isAlone && { collections: [slug] }), ...(after !== undefined && { after }) }
        const given = { ...wanted, signal: end, ...(headers && { headers }), onReady: refresh }
        const news = changes(connection, given)[Symbol.asyncIterator]()
        // The first query runs when the stream is ready, so that no change is missed in between.
        while (!(await news.next()).done) refresh()
      } catch (error) {
        if (!(error instanceof QuireError) || !error.feed) throw error
        after = error.feed.next
        refresh()
      }
    }
  }
  run().catch(fail)
  return () => ending.abort()
}

/** Whether a path may lead through a relationship. A path into a group looks the same and counts as one. */
function leadsOn(asked: unknown): boolean {
  if (typeof asked === 'string') return asked.includes('.')
  if (Array.isArray(asked)) return asked.some(leadsOn)
  if (typeof asked !== 'object' || asked === null) return false
  // Values to compare with are no paths.
  return Object.entries(asked).some(
    ([name, value]) => name.includes('.') || (typeof value === 'object' && leadsOn(value)),
  )
}

/** Throws as an unhandled error: to the browser's console, and to global error handlers. */
function throwToAll(error: unknown): void {
  queueMicrotask(() => {
    throw error
  })
}
