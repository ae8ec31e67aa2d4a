import { type AddressInfo, connect, Server } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

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
