import type { FastifyInstance } from 'fastify'
import { type AddressInfo, connect, Server } from 'node:net'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { Connections } from './connections.ts'
import type { MemoryConnections } from './fetch.ts'

/** Node's internal handle of a listening socket. Undocumented, so every member is optional. */
interface ListeningHandle {
  readonly fd?: number
  listen?(backlog: number): number
}

interface ConnectingHandle {
  getpeername?(name: object): number
}

/** Node's default backlog, restored between attempts. */
const BACKLOG = 511

/** Time limit in milliseconds. With ten clients that connect all the time, a connection is nearly always waiting. */
const MOST_MS = 1_000

/** Upper bound of the accept queue. */
const MOST_WAITING = 1_000

/**
 * Stops listening without resetting connections: connected clients are served, later ones are refused.
 *
 * The operating system completes connections in its accept queue and resets them when the socket closes. So the queue
 * must be empty at that moment, and Node cannot query it. Instead, this shrinks the backlog to one connection and
 * connects to that place itself: if that succeeds, the queue was empty, and no client can enter it before the socket
 * closes (ADR 0036).
 */
export async function closeListener(server: Server): Promise<void> {
  if (!server.listening) return
  await takeWaiting(server)
  const handle = (server as Server & { readonly _handle?: ListeningHandle })._handle
  const address = server.address()
  if (process.platform === 'linux' && handle?.fd !== undefined && handle.listen && isInternet(address)) {
    const end = performance.now() + MOST_MS
    while (performance.now() < end && !(await closeWhileFull(server, handle, address))) await nextTurn()
  }
  if (server.listening) close(server)
}

/**
 * Closes only the listening socket. Node's own `close()` also closes idle connections, on which a request may be on its
 * way.
 */
function close(server: Server): void {
  Server.prototype.close.call(server)
}

async function closeWhileFull(server: Server, handle: ListeningHandle, address: AddressInfo): Promise<boolean> {
  const own = connect({ host: nearestOf(address), port: address.port })
  own.on('error', () => {})
  handle.listen?.(0)
  // Node connects after the code of this tick and before anything else. On loopback, the connection is complete then.
  await new Promise<void>((resolve) => process.nextTick(resolve))
  const connecting = (own as typeof own & { readonly _handle?: ConnectingHandle })._handle
  const isIn = connecting?.getpeername?.({}) === 0
  if (isIn) close(server)
  else handle.listen?.(BACKLOG)
  own.destroy()
  return isIn
}

/** Accepts all waiting connections; Node accepts one per turn of the event loop. */
async function takeWaiting(server: Server): Promise<void> {
  let taken = 0
  const count = () => (taken += 1)
  server.on('connection', count)
  for (let i = 0, before = -1; i < MOST_WAITING && before !== taken; i++) {
    before = taken
    await nextTurn()
    await nextTurn()
  }
  server.off('connection', count)
}

function isInternet(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === 'object' && address !== null
}

/** Returns the local address for a server that listens on all addresses. */
export function nearestOf({ address }: AddressInfo): string {
  if (address === '0.0.0.0') return '127.0.0.1'
  return address === '::' ? '::1' : address
}

/** An event that occurs once. Later listeners are called at once. */
export class OneTimeEvent {
  readonly #listeners = new Set<() => void>()
  #hasOccurred = false

  get hasOccurred(): boolean {
    return this.#hasOccurred
  }

  on(listener: () => void): () => void {
    if (this.#hasOccurred) listener()
    else this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  occur(): void {
    if (this.#hasOccurred) return
    this.#hasOccurred = true
    const listeners = [...this.#listeners]
    this.#listeners.clear()
    for (const listener of listeners) listener()
  }
}

/** Events of a shutdown (docs/contract/command-line.md#stopping). */
export interface ShutdownEvents {
  /** The drain begins: endless work should end. */
  readonly stopping: OneTimeEvent
  /** The drain is over: endless streams are closed. */
  readonly streamsOver: OneTimeEvent
}

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
  { stopping, streamsOver }: ShutdownEvents,
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
    stopping.occur()
    inMemory.refuseMore()
    connections.drain()
    const end = setTimeout(() => connections.breakOff(), grace)
    // Requests are held back meanwhile: a client that gets its response could reconnect at once, and the accept queue
    // would never be empty.
    await connections.holdWhile(() => closeListener(server.server))
    const over = connections.whenOver()
    await orTime(over, drain)
    streamsOver.occur()
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
