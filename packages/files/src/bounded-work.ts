import { QuireError } from '@quire/core'

/** Runs at most so many pieces of work at a time. Some more may wait; beyond that, they are refused. */
export class BoundedWork {
  readonly #most: number
  readonly #mostWaiting: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(most: number, mostWaiting: number) {
    this.#most = most
    this.#mostWaiting = mostWaiting
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#most) {
      if (this.#waiting.length >= this.#mostWaiting)
        throw new QuireError('unavailable', 'Too many images are being worked on. Try again later.', { retryAfter: 5 })
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    } else this.#running += 1
    try {
      return await work()
    } finally {
      // Whoever waits takes the place over.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }
}
