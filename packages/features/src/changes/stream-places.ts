import { type Caller, QuireError } from '@quirecms/core/feature'
import type { StreamLimits } from './resolve-changes.ts'

export class StreamPlaces {
  readonly #taken = new Map<string, number>()
  #all = 0

  /**
   * Throws 429 if a limit is reached; otherwise returns a function that releases the place. `from` is the address, or
   * the network that counts as one.
   */
  take({ actor }: Caller, from: string, { perUser, perAddress, perProcess }: StreamLimits): () => void {
    const user = actor && `user ${actor.collection}/${actor.id}`
    const address = `address ${from}`
    if (user !== null && this.#of(user) >= perUser)
      throw tooMany(`You have ${perUser} streams open. Close one of them first.`)
    if (this.#of(address) >= perAddress)
      throw tooMany(`This address has ${perAddress} streams open. Close one of them first.`)
    if (this.#all >= perProcess) throw tooMany('Too many streams are open. Try again later, or ask for pages.')
    const keys = user === null ? [address] : [user, address]
    for (const key of keys) this.#taken.set(key, this.#of(key) + 1)
    this.#all += 1
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#all -= 1
      for (const key of keys) {
        const left = this.#of(key) - 1
        if (left > 0) this.#taken.set(key, left)
        else this.#taken.delete(key)
      }
    }
  }

  get open(): number {
    return this.#all
  }

  #of(key: string): number {
    return this.#taken.get(key) ?? 0
  }
}

const RETRY_AFTER = 5

function tooMany(message: string): QuireError {
  return new QuireError('rate_limited', message, { retryAfter: RETRY_AFTER })
}
