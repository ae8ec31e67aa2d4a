import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { closeListener } from './close-listener.ts'
import type { Connections } from './connections.ts'
import type { MemoryConnections } from './memory-connections.ts'
import type { End } from './moment.ts'

export interface Farewell {
  /** How long the service goes on as before while `/readyz` says that it leaves. */
  readonly lameDuck: number
  /** How long resting connections are kept for requests that are on their way, and streams without an end of their own. */
  readonly drain: number
  /** How long the rest of it may take (docs/contract/command-line.md#stopping). */
  readonly grace: number
}

/**
 * Makes `server.leave()`, after which the service does not call itself ready any more, and `server.drain()`: takes no new connections,
 * answers what comes on those that are open, with `Connection: close`, and then lets them go. A client that uses its connections again
 * and again so learns that each is over before it is.
 *
 * `server.close()` drains too, but Fastify then closes the connection with every answer, also where the client has sent more ahead.
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
    // Whoever has its connections from another process is told by that one when no more will come.
    if (lameDuck > 0 && server.server.listening) await wait(lameDuck)
    stopping.comes()
    inMemory.refuseMore()
    connections.drain()
    const end = setTimeout(() => connections.breakOff(), grace)
    // Whoever has an answer may connect again at once: the port would never be free.
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
  // What has come by now is read first.
  await nextTurn()
}
