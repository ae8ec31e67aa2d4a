import type { JsonObject } from '@quirecms/core/feature'

/**
 * Stands for the data of a request that was not read yet. Tells whether a rule decides without the data: a caller who
 * may not upload at all is refused before the first byte of a file.
 */
export class UnseenData {
  #isLookedAt = false

  /** The verdict of `ask` if it doesn't depend on the data (or its error); undefined if it does. */
  async ask<Verdict>(ask: (data: JsonObject) => Promise<Verdict>): Promise<Verdict | undefined> {
    try {
      const verdict = await ask(this.#data())
      return this.#isLookedAt ? undefined : verdict
    } catch (error) {
      if (this.#isLookedAt) return undefined
      throw error
    }
  }

  #data(): JsonObject {
    const look = (): never => {
      this.#isLookedAt = true
      throw new Error('The data of this request has not been read yet.')
    }
    return new Proxy<JsonObject>({}, { get: look, has: look, ownKeys: look, getOwnPropertyDescriptor: look })
  }
}
