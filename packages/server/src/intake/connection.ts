import { QuireError } from '@quirecms/core'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { type Duplex, duplexPair } from 'node:stream'

/** Most pipelined requests of a connection; beyond that, the socket is paused until some are answered. */
const AHEAD = 32

/** Most pipelined requests of all connections, about 25 MB. One read can contain a few thousand short requests. */
const AHEAD_IN_ALL = 10_000

export interface Shared {
  ahead: number
  begin(request: IncomingMessage, begin: () => void): void
}

export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/**
 * A connection that serves its requests one after the other. Node emits all pipelined requests at once, and would run
 * them all for a client that may never read the responses. Here, the next request begins when the previous response has
 * left the process.
 */
export class Connection {
  readonly socket: Duplex & { readonly bytesRead?: number }
  readonly #handle: RequestListener
  readonly #shared: Shared
  #current: Exchange | undefined
  #ahead: Exchange[] = []
  #isDraining = false
  #closesAtRest = false
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

  /**
   * Whether no request is in progress or partly received. A connection in memory never rests, because it serves one
   * request.
   */
  get isResting(): boolean {
    return this.#current === undefined && this.socket.bytesRead === this.#readAtRest
  }

  /** Marks the last response with `Connection: close`. Requests that were received are still answered. */
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
        // Skips requests of clients that have disconnected.
        if (!this.socket.destroyed) this.#handle(exchange.request, exchange.response)
      })
    // Which response is the last is known only after everything that came with the request is parsed.
    if (this.#isDraining) setImmediate(begin)
    else begin()
  }

  #end(): void {
    this.#current = undefined
    // After `Connection: close`, no further request can be answered.
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

  /** Moves `Connection: close` to a request that arrived behind the last one. */
  #passOnLast(response: ServerResponse): void {
    const before = this.#ahead.at(-1) ?? this.#current
    // The parser accepts nothing after a request with `Connection: close`, so the previous request did not ask for it.
    if (before !== undefined && !before.response.headersSent) before.response.shouldKeepAlive = true
    response.shouldKeepAlive = false
  }
}

export interface FarEnd {
  readonly address: string
  readonly isEncrypted: boolean
}

/**
 * Connections to a Node server without sockets; the server need not listen. Requests over them are parsed, limited and
 * answered like all others.
 */
export class MemoryConnections {
  readonly #server: Server
  #isRefusing = false

  constructor(server: Server) {
    this.#server = server
  }

  open({ address, isEncrypted }: FarEnd): Duplex {
    if (this.#isRefusing) throw new QuireError('unavailable', 'The service is closed.')
    const [client, service] = duplexPair()
    Object.assign(service, { remoteAddress: address, encrypted: isEncrypted, destroySoon: () => service.end() })
    // A duplex pair only passes on the end of the stream. The server must also notice a client that disconnects.
    client.once('close', () => service.destroy())
    this.#server.emit('connection', service)
    return client
  }

  refuseMore(): void {
    this.#isRefusing = true
  }
}
