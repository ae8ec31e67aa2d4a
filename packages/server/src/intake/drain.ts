import { Server } from 'node:net'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Connections } from './connections.ts'
import type { MemoryConnections } from './memory-connections.ts'

export interface Farewell {
  /** How long resting connections are kept for requests that are on their way. */
  readonly drain: number
  /** How long all of it may take (contract 13: 10 s). */
  readonly grace: number
}

/**
 * Makes `server.drain()`: takes no new connections, answers what comes on those that are open, with `Connection: close`, and then lets
 * them go. A client that uses its connections again and again so learns that each is over before it is.
 *
 * `server.close()` drains too, but Fastify then closes the connection with every answer, also where the client has sent more ahead.
 */
export function registerDrain(
  server: FastifyInstance,
  { drain, grace }: Farewell,
  connections: Connections,
  inMemory: MemoryConnections,
): void {
  let letGo: Promise<void> | undefined
  const drainOnce = () => (letGo ??= run())
  server.decorate('drain', drainOnce)
  server.addHook('preClose', async () => drainOnce())

  async function run(): Promise<void> {
    inMemory.refuseMore()
    connections.drain()
    const end = setTimeout(() => connections.breakOff(), grace)
    await takeWaiting(connections)
    stopListening()
    const over = connections.whenOver()
    await orTime(over, drain)
    connections.closeResting()
    await over
    clearTimeout(end)
  }

  /** As Node's own server does it, but without closing what rests: its clients may be about to ask. */
  function stopListening(): void {
    if (server.server.listening) Server.prototype.close.call(server.server)
  }
}

/** More than an operating system keeps waiting. */
const MOST_WAITING = 1_000

/** Connections that are made already, but not taken yet, would be reset: they are taken first, one in each turn of the event loop. */
async function takeWaiting(connections: Connections): Promise<void> {
  let taken = -1
  for (let i = 0; i < MOST_WAITING && taken !== connections.taken; i++) {
    ;({ taken } = connections)
    await nextTurn()
    await nextTurn()
  }
}

async function orTime(event: Promise<void>, most: number): Promise<void> {
  const time = new AbortController()
  await Promise.race([event, wait(most, undefined, { signal: time.signal }).catch(() => {})])
  time.abort()
  // What has come by now is read first.
  await nextTurn()
}
