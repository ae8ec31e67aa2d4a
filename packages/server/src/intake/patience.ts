import type { Duplex } from 'node:stream'
import type { RoutePolicy } from './route-policy.ts'

/** Bytes that a client must send or receive per timeout period: 17 kB/s for 30 s. */
const LEAST_TAKEN = 512 * 1024

/** Longest time that a request body may take, at the slowest accepted rate. */
export function longestArrival({ timeout, multipartLimit }: Pick<RoutePolicy, 'timeout' | 'multipartLimit'>): number {
  return timeout * (1 + Math.ceil(multipartLimit / LEAST_TAKEN))
}

/** Checks once per period whether a multipart body makes enough progress. */
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
 * Checks once per period whether the client still receives a response. A response in one piece gets a period for each
 * 512 KiB or part of it, because its progress cannot be measured; a response in many pieces must have made progress.
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
    // No bytes wait for the client: the handler is slow.
    if (writableLength === 0) this.#left = undefined
    else if (goesOn || this.#left === undefined) this.#left = Math.ceil(writableLength / LEAST_TAKEN)
    else this.#left -= 1
    return this.#left === 0
  }
}
