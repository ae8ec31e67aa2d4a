import { isGone, type WaitingClient } from '@quirecms/core'

/**
 * Clients that share one query; aborted when all have left. The signal is created on demand, because few queries take
 * long enough to need it.
 */
export class WaitingTogether implements WaitingClient {
  /** The first client: the shared work is charged to it. */
  readonly name: string | undefined
  /** Undefined stands for a caller that can't disconnect, such as a job; then the work is never cancelled. */
  readonly #clients: (WaitingClient | undefined)[] = []
  #ending: AbortController | undefined

  constructor(first: WaitingClient | undefined) {
    this.name = first?.name
    this.join(first)
  }

  get isGone(): boolean {
    return this.#clients.every(isGone)
  }

  get gone(): AbortSignal {
    if (this.#ending) return this.#ending.signal
    this.#ending = new AbortController()
    for (const client of this.#clients) this.#endWith(client)
    if (this.isGone) this.#ending.abort()
    return this.#ending.signal
  }

  join(client: WaitingClient | undefined): void {
    this.#clients.push(client)
    if (this.#ending) this.#endWith(client)
  }

  #endWith(client: WaitingClient | undefined): void {
    const look = () => {
      if (this.isGone) this.#ending?.abort()
    }
    client?.gone?.addEventListener('abort', look, { once: true })
  }
}
