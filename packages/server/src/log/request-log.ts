import type { IncomingMessage } from 'node:http'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { Bindings, ChildLoggerOptions, Logger } from 'pino'
import { randomBytes } from 'node:crypto'

const LONGEST_PATH = 512

/** Called when the response is closed, sent or not. */
export type LogAnswer = (request: FastifyRequest, reply: FastifyReply, startedAt: number) => void

/**
 * Logs one line per request: method, path, status, duration and id. Leaves out query strings and headers, because they
 * may contain secrets. The status is null if the client disconnected before the response. Without `requests`, only
 * server errors are logged.
 */
export function answerLog(parent: Logger, requests: boolean): LogAnswer {
  // No redaction: the fields below contain no secrets.
  const log = parent.child({}, { formatters: { log: (line) => line } })
  return (request, reply, startedAt) => {
    const status = reply.raw.writableFinished ? reply.raw.statusCode : null
    const level = status !== null && status >= 500 ? 'error' : request.policy.isProbe ? 'debug' : 'info'
    if ((!requests && level !== 'error') || !log.isLevelEnabled(level)) return
    log[level](
      {
        requestId: request.id,
        ...(request.trace && { traceId: request.trace.traceId }),
        method: request.method,
        path: pathOf(request.raw),
        status,
        durationMs: Math.round((performance.now() - startedAt) * 100) / 100,
      },
      status === null ? 'request aborted' : 'request',
    )
  }
}

function pathOf({ url = '' }: IncomingMessage): string {
  const end = url.indexOf('?')
  return (end === -1 ? url : url.slice(0, end)).slice(0, LONGEST_PATH)
}

type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'

/** `request.log`: a child logger with the request's id, created only when something is logged. */
export class LazyRequestLog implements FastifyBaseLogger {
  readonly #parent: Logger
  readonly #bindings: Bindings
  #child: Logger | undefined

  constructor(parent: Logger, requestId: string, traceId: string | undefined) {
    this.#parent = parent
    this.#bindings = traceId === undefined ? { requestId } : { requestId, traceId }
  }

  get level(): string {
    return this.#parent.level
  }

  set level(level: string) {
    this.#own().level = level
  }

  trace(...line: unknown[]): void {
    this.#write('trace', line)
  }

  debug(...line: unknown[]): void {
    this.#write('debug', line)
  }

  info(...line: unknown[]): void {
    this.#write('info', line)
  }

  warn(...line: unknown[]): void {
    this.#write('warn', line)
  }

  error(...line: unknown[]): void {
    this.#write('error', line)
  }

  fatal(...line: unknown[]): void {
    this.#write('fatal', line)
  }

  silent(): void {}

  child(bindings: Bindings, options?: ChildLoggerOptions): Logger {
    return this.#own().child(bindings, options)
  }

  #write(level: Level, line: unknown[]): void {
    if (!this.#parent.isLevelEnabled(level)) return
    const own = this.#own()
    Reflect.apply(own[level], own, line)
  }

  #own(): Logger {
    this.#child ??= this.#parent.child(this.#bindings)
    return this.#child
  }
}

const ACCEPTABLE_ID = /^[A-Za-z0-9._-]{1,128}$/

/**
 * Ids must be unique, not secret: a random prefix per process, then a counter. (A random id per request costs 2 µs.)
 */
const processPart = randomBytes(12).toString('base64url')
let requests = 0

/** Returns the client's `X-Request-ID` if it is valid, otherwise a new id (docs/contract/requests.md#request-ids). */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && ACCEPTABLE_ID.test(given) ? given : newRequestId()
}

export function newRequestId(): string {
  return `${processPart}.${(++requests).toString(36)}`
}

export interface RequestTracing {
  /** Begins a trace, or continues the one that the request headers name. */
  begin(request: Pick<FastifyRequest, 'headers' | 'method'>, pattern: string | undefined): RequestTrace
}

export interface RequestTrace {
  readonly traceId: string
  /** Runs `work` within the trace of the request. */
  run<T>(work: () => T): T
  /** `status` is null if the client disconnected. */
  end(status: number | null): void
}

export function inTrace<T>({ trace }: FastifyRequest, work: () => T): T {
  return trace ? trace.run(work) : work()
}
