import type { Duplex } from 'node:stream'

/** What a client takes in the time of one time-out, at the least: 17 kB a second for one of 30 s. */
const LEAST_TAKEN = 512 * 1024

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
