import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { closeListener } from './close-listener.ts'
import type { Connections } from './connections.ts'
import type { MemoryConnections } from './memory-connections.ts'
import type { End } from './moment.ts'

export interface Farewell {
  /** How long the service keeps working normally while `/readyz` answers 503. */
  readonly lameDuck: number
  /** How long idle connections and endless streams stay open, for requests that are on their way. */
  readonly drain: number
  /** How long the rest may take (docs/contract/command-line.md#stopping). */
  readonly grace: number
}

/**
 * Adds `server.leave()`, which makes the service report itself as not ready, and `server.drain()`, which accepts no new
 * connections, answers requests on the open ones with `Connection: close`, and then closes them. Clients that reuse
 * connections so learn that a connection ends before it does.
 *
 * `server.close()` drains, too, but Fastify then closes a connection after each response, even if the client has
 * pipelined more requests.
 */
export function registerDrain(
  server: FastifyInstance,
  { lameDuck, drain, grace }: Farewell,
  connections: Connections,
  inMemory: MemoryConnections,
  { stopping, streamsOver }: End,
): void {
  let letGo: Promise<void> | undefined
  let isLeaving = false
  server.decorate('isLeaving', { getter: () => isLeaving })
  server.decorate('leave', () => {
    isLeaving = true
  })
  const drainOnce = () => (letGo ??= run())
  server.decorate('drain', drainOnce)
  server.addHook('preClose', async () => drainOnce())

  async function run(): Promise<void> {
    server.leave()
    // If another process accepts the connections, that process applies the lame-duck time.
    if (lameDuck > 0 && server.server.listening) await wait(lameDuck)
    stopping.comes()
    inMemory.refuseMore()
    connections.drain()
    const end = setTimeout(() => connections.breakOff(), grace)
    // Requests are held back meanwhile: a client that gets its response could reconnect at once, and the accept queue
    // would never be empty.
    await connections.holdWhile(() => closeListener(server.server))
    const over = connections.whenOver()
    await orTime(over, drain)
    streamsOver.comes()
    connections.closeResting()
    await over
    clearTimeout(end)
  }
}

async function orTime(event: Promise<void>, most: number): Promise<void> {
  const time = new AbortController()
  await Promise.race([event, wait(most, undefined, { signal: time.signal }).catch(() => {})])
  time.abort()
  // Reads what has arrived by now first.
  await nextTurn()
}
