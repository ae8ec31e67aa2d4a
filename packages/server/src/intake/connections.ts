import type { IncomingMessage, RequestListener } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { QuireError, somebodyCame } from '@quirecms/core'
import type { Logger } from 'pino'
import { rawAnswer, sendLast } from '../reply/parser-refusal.ts'
import { clientAddressOf, rateLimitKeyOf, type TrustCheck } from './client-address.ts'
import { Connection, type Exchange, type Shared } from './connection.ts'
import type { ConnectionLimits } from './rate-limit.ts'
import { RequestScheduler } from './request-scheduler.ts'
import { newRequestId } from './request-id.ts'

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
  readonly #turns = new RequestScheduler()
  readonly #shared: Shared = {
    ahead: 0,
    begin: (request, begin) =>
      this.#turns.begin({ begin, weight: weightOf(request) }, () =>
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
      somebodyCame()
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
      const message = 'There are too many connections from this address. Close some, or use them again.'
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
