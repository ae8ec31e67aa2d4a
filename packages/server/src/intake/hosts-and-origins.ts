import { QuireError } from '@quirecms/core'
import type { IncomingMessage } from 'node:http'
import { type AddressInfo, isIPv4, isIPv6 } from 'node:net'
import { TransportRefusal } from '../reply/refusals.ts'
import type { TrustCheck } from './clients.ts'
import { STANDARD_HEADERS } from '../reply/send.ts'

/** A host name, an IPv4 address, or an IPv6 address in brackets; with an optional port. */
const HOST = /^(?:([a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?)\.?|(\[[0-9a-f:.]+\]))(?::[0-9]{0,5})?$/i

type IsServed = (name: string) => boolean

/** Name of a request without a Host header. */
const NO_NAME = ''

const everyName: IsServed = () => true
const noName: IsServed = () => false

export interface HostRules {
  readonly listed: readonly string[] | undefined
  readonly publicUrl: string | undefined
  readonly isTrusted: TrustCheck | undefined
}

/**
 * Host names that the service answers to (docs/contract/hosts-and-headers.md#allowed-hosts): the listed ones; `'*'`
 * allows all. Without a list, a service that listens only on loopback or a local socket answers to local names and to
 * its public name; any other service answers to none. Ports are ignored. From a trusted proxy, `X-Forwarded-Host`
 * replaces `Host`.
 */
export class AllowedHosts {
  readonly #isTrusted: TrustCheck | undefined
  readonly #publicName: string | undefined
  readonly #hasList: boolean
  #isServed: IsServed
  /** Caches the last allowed host: most clients use the same one. */
  #lastAllowed: string | undefined

  constructor({ listed = [], publicUrl, isTrusted }: HostRules) {
    const names = new Set(listed.map(listedName))
    this.#hasList = names.size > 0
    this.#isTrusted = isTrusted
    this.#publicName = publicUrl === undefined ? undefined : nameIn(new URL(publicUrl).host)
    // Without a list, and while it does not listen, the service is mounted in another server, which checks host names
    // itself.
    this.#isServed = this.#hasList && !names.has('*') ? (name) => names.has(name) : everyName
  }

  /** Called when the service knows its address. A local socket counts as loopback. */
  boundTo(address: AddressInfo | string | null): void {
    if (this.#hasList || address === null) return
    const isLocal = typeof address === 'string' || isLoopback(address.address)
    // Prevents DNS rebinding: a page could make its own host name resolve to loopback, and then read from the service
    // as its own origin.
    this.#isServed = isLocal ? (name) => name === NO_NAME || isOfThisMachine(name) || name === this.#publicName : noName
    this.#lastAllowed = undefined
  }

  /** Throws 400 for a `Host` that is missing or malformed, 421 for one that is not allowed. */
  check(request: IncomingMessage): void {
    const host = this.#hostOf(request)
    if (host === undefined) {
      // HTTP/1.0 has no Host header. No browser sends it, so DNS rebinding is impossible.
      if (!this.#isServed(NO_NAME)) throw notAllowed()
      return
    }
    if (host === this.#lastAllowed) return
    const name = nameIn(host)
    if (name === undefined) throw new TransportRefusal(400, 'The Host header is malformed.')
    if (!this.#isServed(name)) throw notAllowed()
    this.#lastAllowed = host
  }

  #hostOf(request: IncomingMessage): string | undefined {
    const { headers, socket, url = '' } = request
    requireHost(request)
    const forwarded = headers['x-forwarded-host']
    if (typeof forwarded === 'string' && this.#isTrusted?.(socket.remoteAddress ?? '', 0) === true) {
      return forwarded.slice(forwarded.lastIndexOf(',') + 1).trim()
    }
    if (hasSeveralHosts(request.rawHeaders)) throw new TransportRefusal(400, 'There are two Host headers. Send one.')
    // The host of an absolute request URL replaces the Host header (RFC 9112, 3.2.2).
    if (url.startsWith('/') || url === '*') return headers.host
    return /^https?:\/\/([^/?#@]+)(?:[/?#]|$)/i.exec(url)?.[1] ?? ''
  }
}

/** Requires a Host header, even if the request line or a proxy names the host (RFC 9112, 3.2). */
export function requireHost({ headers, httpVersion }: IncomingMessage): void {
  if (headers.host === undefined && httpVersion !== '1.0')
    throw new TransportRefusal(400, 'The Host header is missing.')
}

function notAllowed(): QuireError {
  return new QuireError(
    'host_not_allowed',
    'The service does not answer to this host name. If it is yours, add it to server.allowedHosts.',
  )
}

/** Node keeps the first of two Host headers; a proxy in front may have checked the other one. */
function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
  let seen = false
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue
    if (seen) return true
    seen = true
  }
  return false
}

function listedName(entry: string): string {
  if (entry === '*') return entry
  const name = nameIn(entry)
  if (name === undefined) throw new Error(`server.allowedHosts: "${entry}" is not a host name`)
  return name
}

/** Normalizes a name for comparison: without port, final dot and upper case. */
function nameIn(host: string): string | undefined {
  const match = HOST.exec(host)
  return match === null ? undefined : (match[1] ?? match[2] ?? '').toLowerCase()
}

/** Names that browsers resolve to this machine by themselves, so no foreign page can have one. */
function isOfThisMachine(name: string): boolean {
  if (name.startsWith('[')) return isIPv6(name.slice(1, -1))
  return name === 'localhost' || name.endsWith('.localhost') || isIPv4(name)
}

function isLoopback(address: string): boolean {
  return /^(?:::ffff:)?127\./i.test(address) || address === '::1'
}

/** Which other origins may call the service (docs/contract/hosts-and-headers.md#other-origins). */
export interface CorsOptions {
  /** Exact origins, such as `https://www.example.com`. */
  readonly origins: readonly string[]
  /** Whether their requests may carry the session cookie. */
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

  /** Returns the headers for every response to this request; CORS headers only for a listed origin. */
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
