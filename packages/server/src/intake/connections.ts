import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { noteNewConnection, QuireError } from '@quirecms/core'
import type { Logger } from 'pino'
import { rawAnswer, sendLast } from '../reply/parser-refusal.ts'
import { clientAddressOf, rateLimitKeyOf, type TrustCheck, type ConnectionLimits } from './clients.ts'
import { RequestScheduler } from './request-scheduler.ts'
import { newRequestId } from '../log/request-log.ts'

/** Minimum interval in milliseconds between log lines about refused connections. */
const TOLD_EVERY = 10_000

/**
 * All connections of the service, including those in memory. Only sockets are limited: the servers that open the others
 * have limits of their own.
 */
export class Connections {
  readonly #limits: ConnectionLimits
  readonly #isTrusted: TrustCheck | undefined
  readonly #log: Logger
  readonly #onRefusal: () => void
  readonly #open = new Map<Duplex, Connection>()
  readonly #ofClient = new Map<string, number>()
  readonly #scheduler = new RequestScheduler()
  readonly #shared: Shared = {
    ahead: 0,
    schedule: (request, begin) =>
      this.#scheduler.schedule({ begin, weight: weightOf(request) }, () =>
        rateLimitKeyOf(clientAddressOf(request, this.#isTrusted)),
      ),
  }
  #held: Exchange[] | undefined
  #sockets = 0
  #isDraining = false
  #closesAtRest = false
  #toldAt = Number.NEGATIVE_INFINITY
  #tellOver: (() => void) | undefined

  constructor(limits: ConnectionLimits, isTrusted: TrustCheck | undefined, log: Logger, onRefusal: () => void) {
    this.#limits = limits
    this.#isTrusted = isTrusted
    this.#log = log
    this.#onRefusal = onRefusal
  }

  readonly serve: RequestListener = (request, response) => {
    if (this.#held) this.#held.push({ request, response })
    else this.#open.get(request.socket)?.serve(request, response)
  }

  /** Accepts connections but holds back their requests until `work` is done. */
  async holdWhile(work: () => Promise<void>): Promise<void> {
    this.#held ??= []
    await work().finally(() => {
      const held = this.#held ?? []
      this.#held = undefined
      for (const { request, response } of held) this.serve(request, response)
    })
  }

  /** Registers a connection. Closes a socket that exceeds a limit. */
  add(socket: Duplex, handle: RequestListener): void {
    if (socket instanceof Socket) {
      noteNewConnection()
      if (!this.#count(socket)) return
    }
    const connection = new Connection(socket, handle, this.#shared)
    this.#open.set(socket, connection)
    if (this.#isDraining) connection.drain()
    if (this.#closesAtRest) connection.closeAtRest()
    socket.once('close', () => {
      this.#open.delete(socket)
      if (this.#open.size === 0) this.#tellOver?.()
    })
  }

  drain(): void {
    this.#isDraining = true
    for (const connection of this.#open.values()) connection.drain()
  }

  closeResting(): void {
    this.#closesAtRest = true
    for (const connection of this.#open.values()) connection.closeAtRest()
  }

  breakOff(): void {
    for (const socket of this.#open.keys()) socket.destroy()
  }

  async whenOver(): Promise<void> {
    if (this.#open.size > 0) await new Promise<void>((resolve) => (this.#tellOver = resolve))
  }

  #count(socket: Socket): boolean {
    const address = socket.remoteAddress ?? ''
    // The connections of a proxy belong to all its clients.
    const client = this.#isTrusted?.(address, 0) === true ? undefined : rateLimitKeyOf(address)
    const own = client === undefined ? 0 : (this.#ofClient.get(client) ?? 0)
    if (this.#sockets >= this.#limits.total) {
      this.#refuse(socket, new QuireError('unavailable', 'The service has too many connections.', { retryAfter: 1 }))
      return false
    }
    if (own >= this.#limits.perClient) {
      const message = 'There are too many connections from this address. Close some, or reuse them.'
      this.#refuse(socket, new QuireError('rate_limited', message, { retryAfter: 1 }))
      return false
    }
    this.#sockets += 1
    if (client !== undefined) this.#ofClient.set(client, own + 1)
    socket.once('close', () => {
      this.#sockets -= 1
      if (client !== undefined) this.#forget(client)
    })
    return true
  }

  #forget(client: string): void {
    const left = (this.#ofClient.get(client) ?? 1) - 1
    if (left > 0) this.#ofClient.set(client, left)
    else this.#ofClient.delete(client)
  }

  #refuse(socket: Socket, refusal: QuireError): void {
    this.#onRefusal()
    const now = performance.now()
    if (now - this.#toldAt >= TOLD_EVERY) {
      this.#toldAt = now
      this.#log.warn({ code: refusal.code, address: socket.remoteAddress }, 'connections are refused')
    }
    sendLast(socket, rawAnswer(refusal, newRequestId()))
  }
}

/** Estimated weight of a request: without a query it can read only one document, or a first page. */
function weightOf({ url = '' }: IncomingMessage): number {
  return url.includes('?') ? 4 : 1
}

/** Most pipelined requests of a connection; beyond that, the socket is paused until some are answered. */
const AHEAD = 32

/**
 * With this many pipelined requests of all connections, about 25 MB, one that has `AHEAD` of its own is closed. A single
 * read can contain a few thousand short requests.
 */
const AHEAD_IN_ALL = 10_000

export interface Shared {
  /** Pipelined requests of all connections. */
  ahead: number
  /** Calls `begin` when it is the turn of this client. */
  schedule(request: IncomingMessage, begin: () => void): void
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
  /** Bytes received when the last response was finished. */
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
    const schedule = () =>
      this.#shared.schedule(exchange.request, () => {
        // Skips requests of clients that have disconnected.
        if (!this.socket.destroyed) this.#handle(exchange.request, exchange.response)
      })
    // Which response is the last is known only after everything that came with the request is parsed.
    if (this.#isDraining) setImmediate(schedule)
    else schedule()
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
