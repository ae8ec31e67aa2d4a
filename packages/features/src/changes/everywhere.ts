import { setTimeout as sleep } from 'node:timers/promises'
import { type FeedEventName, type JsonObject, QuireError, type Runtime } from '@quirecms/core/feature'
import type { ToldChange } from './present-changes.ts'
import { outsideOfCalls } from './outside-of-calls.ts'

/** An event from any process, as the change feed reports it. */
export interface EventAnywhere {
  readonly event: string
  readonly collection: string
  readonly id: string
  /** Null if the document was deleted. */
  readonly revision: number | null
  readonly doc: JsonObject | null
  readonly actor: { readonly collection: string; readonly id: string } | null
  readonly at: string
}

export type AnywhereListener = (event: EventAnywhere) => unknown

const AFTER_FAILURE = 1_000

/**
 * Calls `listener` for an event from now on, whichever process on the same database it happens in. Returns a function
 * that stops it.
 */
export function hearEverywhere(runtime: Runtime, event: FeedEventName, listener: AnywhereListener): () => void {
  if (!runtime.manifest.service.operations['readChanges'])
    throw new QuireError(
      'invalid_state',
      'Events of other processes need the change feed: turn it on with `changes: true`.',
    )
  if (!/^(?:document|global)\./.test(event))
    throw new QuireError('invalid_state', `Only events of documents and globals reach other processes, not "${event}".`)
  const ending = new AbortController()
  outsideOfCalls(() => void hear(runtime, event, listener, ending.signal))
  return () => ending.abort()
}

async function hear(
  runtime: Runtime,
  event: FeedEventName,
  listener: AnywhereListener,
  signal: AbortSignal,
): Promise<void> {
  // If the feed is enabled, this module is loaded already.
  const { changesInProcess } = await import('./follow-in-process.ts')
  const caller = { actor: null, system: true, context: {} }
  let after: string | undefined
  const isOver = () => signal.aborted || runtime.stopping.aborted
  while (!isOver()) {
    const query = { documents: true, ...(after !== undefined && { after }) }
    const onReady = (next: string) => {
      after = next
    }
    try {
      for await (const change of changesInProcess(runtime, caller, query, { signal, onReady })) {
        after = change.id
        if (change.event === event) await notifyListener(runtime, change, listener)
      }
    } catch (error) {
      if (error instanceof QuireError && error.feed) after = error.feed.next
      else {
        if (!isOver()) runtime.reportError(`while listening to ${event} of all processes`, error)
        await sleep(AFTER_FAILURE, undefined, { signal }).catch(() => undefined)
      }
    }
  }
}

async function notifyListener({ reportError }: Runtime, change: ToldChange, listener: AnywhereListener): Promise<void> {
  const { event, collection, global, documentId, revision, doc, actor, at } = change
  const told = { event, collection: collection ?? global, id: documentId, revision, doc, actor, at }
  try {
    await listener(told as unknown as EventAnywhere)
  } catch (error) {
    reportError(`a listener of ${event}`, error)
  }
}
