import { changes } from './changes.ts'
import { QuireError } from './client-error.ts'
import type { LiveOptions } from './client-types.ts'
import type { Method } from './methods.ts'
import type { Connection } from './send.ts'

/** At most twice a second. */
const PAUSE = 500

/** Asks again whenever something has changed that the answer may rest on, until the returned function is called. */
export function liveFind(
  connection: Connection,
  slug: string,
  find: Method,
  query: Readonly<Record<string, unknown>>,
  onAnswer: (answer: never) => void,
  { signal, headers, onError = throwToAll }: LiveOptions = {},
): () => void {
  const ending = new AbortController()
  const end = signal ? AbortSignal.any([signal, ending.signal]) : ending.signal
  // What else the answer shows, or rests on, may be of any collection.
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
        // The first answer is asked for once changes are heard of: between the two, nothing can be missed.
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

/** Whether a path in it may lead through a relationship. One into a group looks the same, and is taken for one. */
function leadsOn(asked: unknown): boolean {
  if (typeof asked === 'string') return asked.includes('.')
  if (Array.isArray(asked)) return asked.some(leadsOn)
  if (typeof asked !== 'object' || asked === null) return false
  // What is compared with is no path.
  return Object.entries(asked).some(
    ([name, value]) => name.includes('.') || (typeof value === 'object' && leadsOn(value)),
  )
}

/** As whatever nobody has caught: to the console of a browser, and to the handlers of whoever has some. */
function throwToAll(error: unknown): void {
  queueMicrotask(() => {
    throw error
  })
}
