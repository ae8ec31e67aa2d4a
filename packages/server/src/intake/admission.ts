import { Deadlines, QuireError } from '@quirecms/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { type AllowedHosts, requireHost, type CrossOrigin } from './hosts-and-origins.ts'
import { clientAddressOf, rateLimitKeyOf, type TrustCheck, type InFlight, type RateLimiter } from './clients.ts'
import { checkBodyHeaders, isMultipart } from './json-body.ts'
import type { RequestMeasures } from './request-measures.ts'
import { type RequestTracing, LazyRequestLog, type LogAnswer } from '../log/request-log.ts'
import type { RoutePolicy } from './route-policy.ts'
import { slowRequest, TransportRefusal, urlTooLong } from '../reply/refusals.ts'
import { sendError, headerList, STANDARD_HEADERS } from '../reply/send.ts'

/** Fits a `where` with 500 ids (docs/contract/querying.md#query-limits), percent-encoded. */
export const LONGEST_URL = 32 * 1024

/** Printable ASCII without `#`: requests carry no fragment, and other bytes must be percent-encoded. */
const PLAIN_URL = /^[!"$-~]*$/

export interface AdmissionParts {
  readonly crossOrigin: CrossOrigin
  readonly allowedHosts: AllowedHosts
  readonly isTrustedProxy: TrustCheck | undefined
  readonly measures: RequestMeasures | undefined
  readonly tracing: RequestTracing | undefined
  readonly limiters: { readonly all: RateLimiter; readonly auth: RateLimiter; readonly inFlight: InFlight } | undefined
}

/**
 * All checks before the handler runs that need no body, in one pass
 * (docs/contract/hosts-and-headers.md#refused-before-the-handler).
 */
export class Admission {
  readonly #parts: AdmissionParts
  readonly #log: Logger
  readonly #logAnswer: LogAnswer
  readonly #deadlines = new Map<number, Deadlines>()

  constructor(parts: AdmissionParts, log: Logger, logAnswer: LogAnswer) {
    this.#parts = parts
    this.#log = log
    this.#logAnswer = logAnswer
  }

  /**
   * Returns true if the request may go on; otherwise it has been answered. In this order: trace, log, CORS headers and
   * deadline; the client's address and rate limits, and the host; preflights; the URL; the headers of the body.
   */
  admit(request: FastifyRequest, reply: FastifyReply, policy: RoutePolicy): boolean {
    const { crossOrigin } = this.#parts
    const { raw } = request
    const now = performance.now()
    request.trace = this.#parts.tracing?.begin(request, policy.pattern)
    request.log = new LazyRequestLog(this.#log, request.id, request.trace?.traceId)
    reply.log = request.log
    request.policy = policy
    request.answerHeaders = crossOrigin.answerHeaders(raw)
    const slot = this.#supervise(request, reply, policy, now)
    try {
      this.#checkClient(request, policy, slot, now)
      if (crossOrigin.isPreflight(raw)) {
        this.#answerPreflight(request, reply)
        return false
      }
      const url = raw.url ?? ''
      if (url.length > LONGEST_URL) throw urlTooLong()
      if (!PLAIN_URL.test(url))
        throw new TransportRefusal(400, 'The URL contains characters that must be percent-encoded.')
      checkBodyHeaders(request)
    } catch (refusal) {
      sendError(request, reply, refusal)
      return false
    }
    if (raw.headers.expect?.toLowerCase() === '100-continue') reply.raw.writeContinue()
    return true
  }

  stop(): void {
    for (const deadlines of this.#deadlines.values()) deadlines.stop()
  }

  #checkClient(request: FastifyRequest, policy: RoutePolicy, slot: ClientSlot, now: number): void {
    const { allowedHosts, isTrustedProxy, limiters } = this.#parts
    request.clientAddress = clientAddressOf(request.raw, isTrustedProxy)
    if (policy.isProbe) return requireHost(request.raw)
    if (limiters !== undefined) {
      const client = rateLimitKeyOf(request.clientAddress)
      limiters.all.count(client, now)
      if (policy.isAuth) limiters.auth.count(client, now)
      slot.leave = limiters.inFlight.enter(client)
    }
    allowedHosts.check(request.raw)
  }

  #answerPreflight(request: FastifyRequest, reply: FastifyReply): void {
    const own = [...(request.answerHeaders ?? STANDARD_HEADERS), ...this.#parts.crossOrigin.preflightHeaders]
    reply.raw.writeHead(204, headerList(request.id, own))
    reply.raw.end()
  }

  /**
   * Watches the request until its response is closed and its work is done. A client that disconnects keeps its slot
   * until then, because the work may go on until the deadline.
   */
  #supervise(request: FastifyRequest, reply: FastifyReply, policy: RoutePolicy, now: number): ClientSlot {
    const { measures } = this.#parts
    const { timeout } = policy
    measures?.begin()
    const slot: ClientSlot = { leave: undefined }
    const response = reply.raw
    const deadlines = timeout > 0 ? this.#deadlinesOf(timeout) : undefined
    const arrival = isMultipart(request) ? new Arrival(request.raw.socket) : undefined
    let patience: Patience | undefined
    let isClosed = false
    const release = () => {
      if (deadline !== undefined) deadlines?.remove(deadline)
      deadline = undefined
      slot.leave?.()
      slot.leave = undefined
    }
    const onLate = () => {
      deadline = undefined
      if (isClosed) return release()
      if (!response.headersSent) {
        // A large upload may exceed the deadline as long as it makes progress.
        if (request.raw.complete || !arrival?.goesOn()) answerLate(request, reply)
      } else {
        patience ??= new Patience(request.raw.socket)
        if (patience.isOver()) return void response.destroy()
      }
      deadline = deadlines?.start(performance.now(), onLate)
    }
    let deadline = deadlines?.start(now, onLate)
    response.on('close', () => {
      isClosed = true
      this.#logAnswer(request, reply, now)
      const status = response.writableFinished ? response.statusCode : null
      measures?.end(policy.countedAs, status, now)
      request.trace?.end(status)
      if (request.work === undefined) release()
      else void request.work.finally(release)
    })
    return slot
  }

  #deadlinesOf(timeout: number): Deadlines {
    let deadlines = this.#deadlines.get(timeout)
    if (deadlines === undefined) {
      deadlines = new Deadlines(timeout)
      this.#deadlines.set(timeout, deadlines)
    }
    return deadlines
  }
}

interface ClientSlot {
  /** Releases the client's slot for requests in flight. */
  leave: (() => void) | undefined
}

/** Answers 408 if the client sent its body too slowly, 503 if the handler took too long. */
function answerLate(request: FastifyRequest, reply: FastifyReply): void {
  if (reply.sent) return
  // A write that is committing cannot be refused any more; its own response follows.
  if (request.awaited && !request.awaited.refuse()) return
  answeredLate.add(reply.raw)
  const error = request.raw.complete ? new QuireError('timeout', 'The request took too long.') : slowRequest()
  sendError(request, reply, error)
}

/** Bytes that a client must send or receive per timeout period: 17 kB/s for 30 s. */
const LEAST_TAKEN = 512 * 1024

/** Longest time that a request body may take, at the slowest accepted rate. */
export function longestArrival({ timeout, multipartLimit }: Pick<RoutePolicy, 'timeout' | 'multipartLimit'>): number {
  return timeout * (1 + Math.ceil(multipartLimit / LEAST_TAKEN))
}

/** Checks once per period whether a multipart body makes enough progress. */
class Arrival {
  readonly #socket: Duplex & { readonly bytesRead?: number }
  #read: number

  constructor(socket: Duplex) {
    this.#socket = socket
    this.#read = this.#bytesRead
  }

  goesOn(): boolean {
    const before = this.#read
    this.#read = this.#bytesRead
    return this.#read - before >= LEAST_TAKEN
  }

  get #bytesRead(): number {
    return this.#socket.bytesRead ?? 0
  }
}

/**
 * Checks once per period whether the client still receives a response. A response in one piece gets a period for each
 * 512 KiB or part of it, because its progress cannot be measured; a response in many pieces must have made progress.
 */
class Patience {
  readonly #socket: Duplex & { readonly bytesWritten?: number }
  #left: number | undefined
  #written = 0

  constructor(socket: Duplex) {
    this.#socket = socket
  }

  isOver(): boolean {
    const { writableLength, bytesWritten = 0 } = this.#socket
    const goesOn = bytesWritten !== this.#written
    this.#written = bytesWritten
    // No bytes wait for the client: the handler is slow.
    if (writableLength === 0) this.#left = undefined
    else if (goesOn || this.#left === undefined) this.#left = Math.ceil(writableLength / LEAST_TAKEN)
    else this.#left -= 1
    return this.#left === 0
  }
}

/** Responses that timed out with 503. The handler may still run, but its result is discarded. */
export const answeredLate = new WeakSet<ServerResponse>()
