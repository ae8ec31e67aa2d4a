import { type AddressInfo, connect, Server } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** What Node keeps of a listening socket. Undocumented, so whatever is missing is done without. */
interface ListeningHandle {
  readonly fd?: number
  listen?(backlog: number): number
}

interface ConnectingHandle {
  getpeername?(name: object): number
}

/** Node's default, which is put back between tries. */
const BACKLOG = 511

/** Of ten clients that connect all the time, one or the other is nearly always waiting. */
const MOST_MS = 1_000

/** More than an operating system keeps waiting. */
const MOST_WAITING = 1_000

/**
 * Stops listening, and resets nobody: who has connected is served, who comes later is refused.
 *
 * The operating system makes connections by itself, and resets those that nobody has taken when the socket closes. So nobody may be
 * waiting in that moment, and Node cannot ask. What it can do is to make room for a single connection and take that place itself: where
 * this works, nobody was waiting, and nobody can come before the socket is closed (ADR 0036).
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

/** As Node's own server does it, but without closing what rests: its clients may be about to ask. */
function close(server: Server): void {
  Server.prototype.close.call(server)
}

async function closeWhileFull(server: Server, handle: ListeningHandle, address: AddressInfo): Promise<boolean> {
  const own = connect({ host: nearestOf(address), port: address.port })
  own.on('error', () => {})
  handle.listen?.(0)
  // Node connects behind this turn's code and before anything else; on the same machine, that is all there is to it.
  await new Promise<void>((resolve) => process.nextTick(resolve))
  const connecting = (own as typeof own & { readonly _handle?: ConnectingHandle })._handle
  const isIn = connecting?.getpeername?.({}) === 0
  if (isIn) close(server)
  else handle.listen?.(BACKLOG)
  own.destroy()
  return isIn
}

/** One is taken in each turn of the event loop. */
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

/** Where this machine itself reaches what listens on all addresses. */
export function nearestOf({ address }: AddressInfo): string {
  if (address === '0.0.0.0') return '127.0.0.1'
  return address === '::' ? '::1' : address
}
