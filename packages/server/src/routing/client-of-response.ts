import type { ServerResponse } from 'node:http'
import type { AnswerBasis, Caller, WaitingClient } from '@quirecms/core'
import { answeredLate } from '../intake/admission.ts'
import { rateLimitKeyOf } from '../intake/clients.ts'

/** Share of the request's time for its work; the rest is for finishing it and for the response. */
const FOR_THE_WORK = 0.6

/** Whether the response is no longer needed. Creates an AbortSignal only on demand, because few callers need one. */
class EndOfWaiting {
  readonly #response: ServerResponse
  #ending: AbortController | undefined

  constructor(response: ServerResponse) {
    this.#response = response
  }

  get isOver(): boolean {
    const { destroyed, writableFinished } = this.#response
    return answeredLate.has(this.#response) || (destroyed && !writableFinished)
  }

  get signal(): AbortSignal {
    if (this.#ending) return this.#ending.signal
    const ending = new AbortController()
    this.#ending = ending
    const response = this.#response
    const look = () => {
      if (!response.writableFinished || answeredLate.has(response)) ending.abort()
    }
    if (response.destroyed) look()
    else response.once('close', look)
    return ending.signal
  }
}

/** The client of a response; gone if the connection closes before the response is sent, or after a timeout. */
export class ClientOfResponse implements WaitingClient {
  readonly #waiting: EndOfWaiting
  readonly #caller: Caller
  readonly basis: AnswerBasis | undefined

  constructor(response: ServerResponse, caller: Caller, basis?: AnswerBasis) {
    this.#waiting = new EndOfWaiting(response)
    this.#caller = caller
    this.basis = basis
  }

  get name(): string {
    return nameOf(this.#caller)
  }

  get isGone(): boolean {
    return this.#waiting.isOver
  }

  get gone(): AbortSignal {
    return this.#waiting.signal
  }

  get disconnected(): AbortSignal {
    return this.gone
  }
}

/** A client whose work goes on after it disconnects, as for writes. */
export class StayingClient implements WaitingClient {
  readonly #waiting: EndOfWaiting
  readonly #caller: Caller
  readonly gone = undefined
  readonly until: number | undefined

  /** `timeout` is the request's deadline in milliseconds; 0 for none. */
  constructor(response: ServerResponse, caller: Caller, timeout: number) {
    this.#waiting = new EndOfWaiting(response)
    this.#caller = caller
    this.until = timeout > 0 ? performance.now() + timeout * FOR_THE_WORK : undefined
  }

  get name(): string {
    return nameOf(this.#caller)
  }

  get disconnected(): AbortSignal {
    return this.#waiting.signal
  }
}

function nameOf({ actor, client }: Caller): string {
  return actor ? `${actor.collection} ${actor.id}` : rateLimitKeyOf(client?.address ?? '')
}
