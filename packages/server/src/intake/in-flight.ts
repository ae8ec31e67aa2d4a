import { QuireError } from '@quirecms/core'

/** Counts the requests in flight per client, from admission until the work is done and the response was received. */
export class InFlight {
  readonly #most: number
  readonly #ofClient = new Map<string, number>()

  constructor(most: number) {
    this.#most = most
  }

  /** Throws 429 `rate_limited` over the limit; otherwise returns the function that releases the slot. */
  enter(client: string): () => void {
    const count = this.#ofClient.get(client) ?? 0
    if (count >= this.#most) {
      const message = `This address has ${this.#most} requests under way. Wait for their answers before you send more.`
      throw new QuireError('rate_limited', message, { retryAfter: 1 })
    }
    this.#ofClient.set(client, count + 1)
    return () => {
      const left = (this.#ofClient.get(client) ?? 1) - 1
      if (left > 0) this.#ofClient.set(client, left)
      else this.#ofClient.delete(client)
    }
  }
}
