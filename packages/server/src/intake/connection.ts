import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** So many requests may be sent ahead on any connection; beyond that, nothing more is read until some are answered. */
const AHEAD = 32

/** What one read can hold of short requests is a few thousand. So many may be ahead on all connections together, about 25 MB. */
const AHEAD_IN_ALL = 10_000

/** What all connections share. */
export interface Shared {
  /** How many requests are ahead on all of them. */
  ahead: number
  /** Begins with a request when it is the client's turn. */
  begin(request: IncomingMessage, begin: () => void): void
}

export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/**
 * One connection, served one request after the other. Node hands over all requests that arrive together, and would run them all at once
 * for a client that may never read the answers. Here the next one begins when the answer before it has left the process.
 */
export class Connection {
  readonly socket: Duplex & { readonly bytesRead?: number }
  readonly #handle: RequestListener
  readonly #shared: Shared
  #current: Exchange | undefined
  #ahead: Exchange[] = []
  #isDraining = false
  #closesAtRest = false
  /** Bytes that had come when the last answer was out. */
  #readAtRest = 0

  constructor(socket: Duplex, handle: RequestListener, shared: Shared) {
    this.socket = socket
    this.#handle = handle
    this.#shared = shared
    socket.once('close', () => this.#forgetAhead())
  }

  serve(request: IncomingMessage, response: ServerResponse): void {
    const exchange = { request, response }
    if (this.#current === undefined) {
      if (this.#isDraining) response.shouldKeepAlive = false
      this.#begin(exchange)
      return
    }
    if (this.#ahead.length >= AHEAD && this.#shared.ahead >= AHEAD_IN_ALL) {
      this.socket.destroy()
      return
    }
    if (this.#isDraining) this.#passOnLast(response)
    this.#shared.ahead += 1
    if (this.#ahead.push(exchange) === AHEAD) this.socket.pause()
  }

  /** Nothing is being answered, and nothing has come of a next request. A connection in memory never rests: it is for one request. */
  get isResting(): boolean {
    return this.#current === undefined && this.socket.bytesRead === this.#readAtRest
  }

  /** From now on the last answer says `Connection: close`. What is on its way is still answered. */
  drain(): void {
    this.#isDraining = true
    const last = this.#ahead.at(-1) ?? this.#current
    if (last !== undefined) last.response.shouldKeepAlive = false
  }

  closeAtRest(): void {
    this.#closesAtRest = true
    if (this.isResting) this.socket.destroy()
  }

  #begin(exchange: Exchange): void {
    this.#current = exchange
    exchange.response.once('close', () => this.#end())
    const begin = () =>
      this.#shared.begin(exchange.request, () => {
        // Whoever is gone by now is not served.
        if (!this.socket.destroyed) this.#handle(exchange.request, exchange.response)
      })
    // Which answer is the last is known when all that came with the request is read.
    if (this.#isDraining) setImmediate(begin)
    else begin()
  }

  #end(): void {
    this.#current = undefined
    // After `Connection: close` nothing more can be answered, so nothing more is begun.
    const next = this.socket.writable ? this.#takeNext() : undefined
    if (next !== undefined) {
      this.#begin(next)
      return
    }
    this.#forgetAhead()
    if (this.socket.bytesRead === undefined) return
    this.#readAtRest = this.socket.bytesRead
    if (this.#closesAtRest) this.socket.destroy()
  }

  #takeNext(): Exchange | undefined {
    const next = this.#ahead.shift()
    if (next === undefined) return undefined
    this.#shared.ahead -= 1
    if (this.#ahead.length === AHEAD - 1) this.socket.resume()
    return next
  }

  #forgetAhead(): void {
    this.#shared.ahead -= this.#ahead.length
    this.#ahead = []
  }

  /** Another request came behind what was to be the last one. */
  #passOnLast(response: ServerResponse): void {
    const before = this.#ahead.at(-1) ?? this.#current
    // A request that says `close` itself is the last that the parser lets through, so this one did not.
    if (before !== undefined && !before.response.headersSent) before.response.shouldKeepAlive = true
    response.shouldKeepAlive = false
  }
}
