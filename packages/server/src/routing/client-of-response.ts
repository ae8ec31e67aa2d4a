import type { ServerResponse } from 'node:http'
import type { WaitingClient } from '@quire/core'

/** The client of a response, gone when the connection closes before all of it is sent. Few ever ask, so the signal is made then. */
export class ClientOfResponse implements WaitingClient {
  readonly #response: ServerResponse
  #ending: AbortController | undefined

  constructor(response: ServerResponse) {
    this.#response = response
  }

  get gone(): AbortSignal {
    if (this.#ending) return this.#ending.signal
    const ending = new AbortController()
    this.#ending = ending
    const response = this.#response
    const look = () => {
      if (!response.writableFinished) ending.abort()
    }
    if (response.destroyed) look()
    else response.once('close', look)
    return ending.signal
  }
}
