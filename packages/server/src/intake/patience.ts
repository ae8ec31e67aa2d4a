import type { Duplex } from 'node:stream'
import type { RoutePolicy } from './route-policy.ts'

/** What a client takes or sends in the time of one time-out, at the least: 17 kB a second for one of 30 s. */
const LEAST_TAKEN = 512 * 1024

/** How long the body of a request may take to arrive, from a client that is just fast enough. */
export function longestArrival({ timeout, multipartLimit }: Pick<RoutePolicy, 'timeout' | 'multipartLimit'>): number {
  return timeout * (1 + Math.ceil(multipartLimit / LEAST_TAKEN))
}

/** Whether a body in parts comes in fast enough to be waited for, asked once in every period. */
export class Arrival {
  readonly #socket: Duplex & { readonly bytesRead?: number }
  #read: number

  constructor(socket: Duplex) {
    this.#socket = socket
    this.#read = this.#bytesRead
  }

  goesOn(): boolean {
    const before = this.#read
    this.#read = this.#bytesRead
    return this.#read - before >= LEAST_TAKEN
  }

  get #bytesRead(): number {
    return this.#socket.bytesRead ?? 0
  }
}

/**
 * How much longer an answer that has begun may wait for its client, asked once in every period. An answer in one piece gets a period for
 * each 512 KiB that are begun, since nothing tells how much of it is taken; one in many pieces must have gone on.
 */
export class Patience {
  readonly #socket: Duplex & { readonly bytesWritten?: number }
  #left: number | undefined
  #written = 0

  constructor(socket: Duplex) {
    this.#socket = socket
  }

  isOver(): boolean {
    const { writableLength, bytesWritten = 0 } = this.#socket
    const goesOn = bytesWritten !== this.#written
    this.#written = bytesWritten
    // Nothing waits for the client: it is the handler that takes its time.
    if (writableLength === 0) this.#left = undefined
    else if (goesOn || this.#left === undefined) this.#left = Math.ceil(writableLength / LEAST_TAKEN)
    else this.#left -= 1
    return this.#left === 0
  }
}
