import type { IncomingMessage } from 'node:http'
import { STANDARD_HEADERS } from '../reply/standard-headers.ts'

export interface CorsOptions {
  /** Exact origins, such as `https://www.example.com`. */
  readonly origins: readonly string[]
  readonly credentials?: boolean
  readonly headers?: readonly string[]
}

/** Request headers that every allowed origin may send (docs/contract/hosts-and-headers.md#other-origins). */
const ALLOWED_REQUEST_HEADERS = ['Accept', 'Authorization', 'Content-Type', 'If-Match']
const EXPOSED_HEADERS = ['ETag', 'X-Request-ID', 'Retry-After']
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
const PREFLIGHT_LIFETIME_SECONDS = 600

/**
 * CORS headers, prepared once per origin. @fastify/cors is not used: it answers `OPTIONS` on every path, which leaves
 * no 405, and resolves its options for each request.
 */
export class CrossOrigin {
  readonly #headersOf = new Map<string, readonly string[]>()
  readonly #headersOfOthers: readonly string[]
  readonly preflightHeaders: readonly string[]

  constructor(options: CorsOptions | undefined) {
    const origins = options?.origins ?? []
    // `Vary: Origin` keeps caches from mixing responses for different origins.
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
