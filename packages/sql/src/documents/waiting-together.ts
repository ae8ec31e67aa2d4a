import type { WaitingClient } from '@quire/core'

/** Several who wait for one answer: gone when all of them are. */
export class WaitingTogether implements WaitingClient {
  /** Whoever asked first. */
  readonly name: string | undefined
  readonly #ending = new AbortController()
  #waiting = 0

  constructor(first: WaitingClient | undefined) {
    this.name = first?.name
    this.join(first)
  }

  get gone(): AbortSignal {
    return this.#ending.signal
  }

  /** Undefined is somebody who stays. */
  join(client: WaitingClient | undefined): void {
    this.#waiting += 1
    if (client?.gone?.aborted) this.#leave()
    else client?.gone?.addEventListener('abort', () => this.#leave(), { once: true })
  }

  #leave(): void {
    this.#waiting -= 1
    if (this.#waiting === 0) this.#ending.abort()
  }
}
