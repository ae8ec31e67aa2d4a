import type { ServerResponse } from 'node:http'
import type { AnswerBasis, Caller, WaitingClient } from '@quirecms/core'
import { answeredLate } from '../intake/answered-late.ts'
import { rateLimitKeyOf } from '../intake/client-address.ts'

/** The part of a request's time that its work may take; the rest is for what was begun to end, and for the answer. */
const FOR_THE_WORK = 0.6

/** When nobody waits for a response any more. Few ever ask, so the signal is made then. */
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

/** The client of a response, gone when the connection closes before all of it is sent, or when it was told that it took too long. */
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

  get left(): AbortSignal {
    return this.gone
  }
}

/** A client whose work goes on, whether or not anybody waits, as that of writes does. */
export class StayingClient implements WaitingClient {
  readonly #waiting: EndOfWaiting
  readonly #caller: Caller
  readonly gone = undefined
  readonly until: number | undefined

  /** `timeout` is how long its request may take, in milliseconds; 0 is for ever. */
  constructor(response: ServerResponse, caller: Caller, timeout: number) {
    this.#waiting = new EndOfWaiting(response)
    this.#caller = caller
    this.until = timeout > 0 ? performance.now() + timeout * FOR_THE_WORK : undefined
  }

  get name(): string {
    return nameOf(this.#caller)
  }

  get left(): AbortSignal {
    return this.#waiting.signal
  }
}

function nameOf({ actor, client }: Caller): string {
  return actor ? `${actor.collection} ${actor.id}` : rateLimitKeyOf(client?.address ?? '')
}
