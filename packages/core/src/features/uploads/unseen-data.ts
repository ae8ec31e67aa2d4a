import type { JsonObject } from '../../contracts/json.ts'

/**
 * The data of a request that is not read yet. Whoever asks rules about it learns whether what they say holds for any data: a caller who
 * may not upload at all is refused before the first byte of a file.
 */
export class UnseenData {
  #isLookedAt = false

  /** What `ask` says to any data, or throws; undefined where that rests on the data. */
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
