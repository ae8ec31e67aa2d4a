import { AsyncLocalStorage } from 'node:async_hooks'

/** Whoever waits for an answer. */
export interface WaitingClient {
  /** Aborted once nobody waits any more. */
  readonly gone: AbortSignal
  /** Its answer has taken the room that it needs: what hooks read on the way must not wait for it. */
  hasRoom?: boolean
}

const clients = new AsyncLocalStorage<WaitingClient>()

/**
 * Runs a read for a client. Storage, which has a query in hand much later, asks who waits for it, and ends it with them. By the
 * asynchronous call chain, since all that lies in between, hooks and rules included, has nothing to do with it.
 */
export function readFor<T>(client: WaitingClient, read: () => T): T {
  return clients.run(client, read)
}

/** Undefined where nobody can go away, as for calls in the same process. */
export function waitingClient(): WaitingClient | undefined {
  return clients.getStore()
}
