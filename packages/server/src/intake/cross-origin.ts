import type { IncomingMessage } from 'node:http'
import { STANDARD_HEADERS } from '../reply/standard-headers.ts'

/** Which pages on other origins may call the service (docs/contract/hosts-and-headers.md#other-origins). */
export interface CorsOptions {
  /** Exact origins, such as `https://www.example.com`. */
  readonly origins: readonly string[]
  /** Whether their calls may carry the session cookie. */
  readonly credentials?: boolean
  /** Request headers beyond those that are always allowed. */
  readonly headers?: readonly string[]
}

/** What every allowed page may send (docs/contract/hosts-and-headers.md#other-origins). */
const ALLOWED_REQUEST_HEADERS = ['Accept', 'Authorization', 'Content-Type', 'If-Match']
const EXPOSED_HEADERS = ['ETag', 'X-Request-ID', 'Retry-After']
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
const PREFLIGHT_LIFETIME_SECONDS = 600

/**
 * The CORS headers, made once for each origin. Not @fastify/cors: that answers `OPTIONS` with a route of its own on every
 * path (there would be no 405 left), and works out its options anew for each request.
 */
export class CrossOrigin {
  readonly #headersOf = new Map<string, readonly string[]>()
  readonly #headersOfOthers: readonly string[]
  readonly preflightHeaders: readonly string[]

  constructor(options: CorsOptions | undefined) {
    const origins = options?.origins ?? []
    // An answer to a listed origin differs from others: no cache may mix them up.
    this.#headersOfOthers = origins.length === 0 ? STANDARD_HEADERS : [...STANDARD_HEADERS, 'Vary', 'Origin']
    for (const [index, origin] of origins.entries()) {
      checkOrigin(origin, `server.cors.origins[${index}]`)
      const headers = [...this.#headersOfOthers, 'Access-Control-Allow-Origin', origin]
      if (options?.credentials === true) headers.push('Access-Control-Allow-Credentials', 'true')
      headers.push('Access-Control-Expose-Headers', EXPOSED_HEADERS.join(', '))
      this.#headersOf.set(origin, headers)
    }
    this.preflightHeaders = [
      'Access-Control-Allow-Methods',
      METHODS.join(', '),
      'Access-Control-Allow-Headers',
      [...ALLOWED_REQUEST_HEADERS, ...(options?.headers ?? []).map(checkedHeaderName)].join(', '),
      'Access-Control-Max-Age',
      String(PREFLIGHT_LIFETIME_SECONDS),
    ]
  }

  isListed(origin: string | undefined): boolean {
    return origin !== undefined && this.#headersOf.has(origin)
  }

  /** What every answer to this request carries; nothing about CORS unless its origin is listed. */
  answerHeaders(request: IncomingMessage): readonly string[] {
    const { origin } = request.headers
    return (origin === undefined ? undefined : this.#headersOf.get(origin)) ?? this.#headersOfOthers
  }

  isPreflight(request: IncomingMessage): boolean {
    const { method, headers } = request
    if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return false
    return this.isListed(headers.origin)
  }
}

function checkOrigin(origin: string, place: string): void {
  if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
    throw new Error(`${place}: "${origin}" is not an exact origin such as "https://www.example.com"`)
  }
}

function checkedHeaderName(name: string, index: number): string {
  if (/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name) && name !== '*') return name
  throw new Error(`server.cors.headers[${index}]: "${name}" is not the name of a header`)
}
