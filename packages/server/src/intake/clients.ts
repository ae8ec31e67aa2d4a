import { QuireError } from '@quirecms/core'
import type { ServerResponse, IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

/**
 * Requests of a client per `window` milliseconds: in total, and on routes that could be used to guess secrets
 * (docs/contract/limits.md#rates); and in flight.
 */
export interface RateLimits {
  readonly requests: number
  readonly auth: number
  readonly window: number
  readonly inFlight: number
}

export const DEFAULT_RATE_LIMITS: RateLimits = { requests: 1000, auth: 20, window: 60_000, inFlight: 1000 }

/** More clients than this in one window evict the oldest, which bounds memory to about 20 MB. */
const MOST_CLIENTS = 100_000

interface Window {
  count: number
  readonly startedAt: number
}

/**
 * Fixed window per client, starting with its first request. Synchronous and without timers, unlike @fastify/rate-limit,
 * which awaits several promises per request, parses the address each time, and covers known routes only.
 *
 * The map is ordered by the start of the windows, so expired ones are at its front.
 */
export class RateLimiter {
  readonly #limit: number
  readonly #length: number
  readonly #mostClients: number
  readonly #windows = new Map<string, Window>()

  constructor(limit: number, length: number, mostClients: number = MOST_CLIENTS) {
    this.#limit = limit
    this.#length = length
    this.#mostClients = mostClients
  }

  /** Counts a request. Throws 429 `rate_limited` over the limit. */
  count(client: string, now: number): void {
    const window = this.#windows.get(client)
    if (window === undefined || now - window.startedAt >= this.#length) {
      this.#open(client, now)
      return
    }
    if (++window.count <= this.#limit) return
    const retryAfter = Math.ceil((window.startedAt + this.#length - now) / 1000)
    throw new QuireError('rate_limited', 'Too many requests from your address. Try again later.', { retryAfter })
  }

  get clients(): number {
    return this.#windows.size
  }

  #open(client: string, now: number): void {
    // Also deletes the client's own expired window.
    for (const [oldest, window] of this.#windows) {
      const isOver = now - window.startedAt >= this.#length
      if (!isOver && this.#windows.size < this.#mostClients) break
      this.#windows.delete(oldest)
    }
    this.#windows.set(client, { count: 1, startedAt: now })
  }
}

/** Counts the requests in flight per client, from admission until the work is done and the response was received. */
export class InFlight {
  readonly #most: number
  readonly #ofClient = new Map<string, number>()

  constructor(most: number) {
    this.#most = most
  }

  /** Throws 429 `rate_limited` over the limit; otherwise returns the function that releases the slot. */
  enter(client: string): () => void {
    const count = this.#ofClient.get(client) ?? 0
    if (count >= this.#most) {
      const message = `This address has ${this.#most} running requests. Wait for their responses before you send more.`
      throw new QuireError('rate_limited', message, { retryAfter: 1 })
    }
    this.#ofClient.set(client, count + 1)
    return () => {
      const left = (this.#ofClient.get(client) ?? 1) - 1
      if (left > 0) this.#ofClient.set(client, left)
      else this.#ofClient.delete(client)
    }
  }
}

/** Connection limits of a process (`server.connections` of the configuration). */
export interface ConnectionLimits {
  readonly total: number
  /** Per client address; trusted proxies are not counted. */
  readonly perClient: number
  /** Most bytes of responses that clients have not received yet, over all connections. */
  readonly unsent: number
}

export const DEFAULT_CONNECTION_LIMITS: ConnectionLimits = {
  total: 10_000,
  perClient: 1_000,
  unsent: 256 * 1024 * 1024,
}

/** Shorter responses are not tracked: a connection has at most one, and connections are limited. */
const SHORTEST_WATCHED = 16 * 1024

interface Client {
  bytes: number
  /** Responses that are not received yet, oldest first. */
  readonly answers: Map<ServerResponse, number>
}

/**
 * Limits the memory of responses that clients have not received yet. Over the limit, the client that holds the most
 * loses its oldest response: a client that does not read cannot fill the memory, and clients that read are not
 * affected.
 */
export class UnsentAnswers {
  readonly #most: number
  readonly #clients = new Map<string, Client>()
  #bytes = 0
  #answers = 0

  constructor(most: number) {
    this.#most = most
  }

  /** Tracks a response until it is closed. */
  hold(address: string, response: ServerResponse, length: number): void {
    if (length < SHORTEST_WATCHED || response.destroyed) return
    const client = this.#clients.get(address) ?? { bytes: 0, answers: new Map() }
    this.#clients.set(address, client)
    client.answers.set(response, length)
    client.bytes += length
    this.#bytes += length
    this.#answers += 1
    response.once('close', () => this.#release(address, client, response))
    while (this.#bytes > this.#most && this.#answers > 1) this.#drop()
  }

  #release(address: string, client: Client, response: ServerResponse): void {
    const length = client.answers.get(response)
    if (length === undefined) return
    client.answers.delete(response)
    client.bytes -= length
    this.#bytes -= length
    this.#answers -= 1
    if (client.answers.size === 0) this.#clients.delete(address)
  }

  #drop(): void {
    let most: [address: string, client: Client] | undefined
    for (const entry of this.#clients) if (most === undefined || entry[1].bytes > most[1].bytes) most = entry
    const [oldest] = most?.[1].answers.keys() ?? []
    if (most === undefined || oldest === undefined) return
    this.#release(...most, oldest)
    oldest.destroy()
  }
}

/**
 * Which peers may set `X-Forwarded-*`: all (`true`), the nearest n hops, or addresses and ranges (`'10.0.0.0/8'`,
 * `'loopback'`). A number is safe only if the service cannot be reached around its proxies.
 */
export type TrustProxy = boolean | number | string | readonly string[]

/** `hop` 0 is the peer of the connection. */
export type TrustCheck = (address: string, hop: number) => boolean

const NAMED_RANGES: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** Compiles the option once at start. Throws for a wrong entry and names it. */
export function compileTrust(trustProxy: TrustProxy | undefined): TrustCheck | undefined {
  if (trustProxy === undefined || trustProxy === false) return undefined
  if (trustProxy === true) return () => true
  if (typeof trustProxy === 'number') {
    if (!Number.isInteger(trustProxy) || trustProxy < 0) {
      throw new Error(`server.trustProxy: ${trustProxy} is not a number of hops`)
    }
    return trustProxy === 0 ? undefined : (_address, hop) => hop < trustProxy
  }
  const entries = typeof trustProxy === 'string' ? trustProxy.split(',') : trustProxy
  const trusted = new BlockList()
  for (const entry of entries.flatMap((name) => NAMED_RANGES[name.trim()] ?? [name.trim()])) addRange(trusted, entry)
  return (address) => isIP(address) !== 0 && trusted.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
}

function addRange(list: BlockList, entry: string): void {
  const [address = '', prefix, ...rest] = entry.split('/')
  const family = isIPv4(address) ? 'ipv4' : 'ipv6'
  const longest = family === 'ipv4' ? 32 : 128
  const length = prefix === undefined ? longest : /^[0-9]{1,3}$/.test(prefix) ? Number(prefix) : -1
  if (isIP(address) === 0 || rest.length > 0 || length < 0 || length > longest) {
    throw new Error(`server.trustProxy: "${entry}" is not an address, a range such as "10.0.0.0/8", or a known name`)
  }
  list.addSubnet(address, length, family)
}

/**
 * Returns the client's address: the peer's or, behind trusted proxies, the rightmost address in `X-Forwarded-For` that
 * is not trusted. A value that is not an address ends the walk, so clients cannot invent keys for the rate limit.
 */
export function clientAddressOf(request: IncomingMessage, isTrusted: TrustCheck | undefined): string {
  let address = request.socket.remoteAddress ?? ''
  if (isTrusted === undefined) return address
  const forwarded = request.headers['x-forwarded-for']
  if (typeof forwarded !== 'string') return address
  let end = forwarded.length
  for (let hop = 0; end > 0 && isTrusted(address, hop); hop++) {
    const comma = forwarded.lastIndexOf(',', end - 1)
    const next = withoutPort(forwarded.slice(comma + 1, end).trim())
    if (isIP(next) === 0) break
    address = next
    end = comma
  }
  return address
}

/** Removes a port: some proxies write `192.0.2.1:4711` or `[2001:db8::1]:4711`. */
function withoutPort(text: string): string {
  const bracketed = /^\[([0-9a-fA-F:.]+)\](?::[0-9]+)?$/.exec(text)
  if (bracketed !== null) return bracketed[1] ?? text
  return /^[0-9.]+:[0-9]+$/.test(text) ? text.slice(0, text.indexOf(':')) : text
}

/** Key of a client for limits. An IPv6 client owns a whole /64 and counts as one. */
export function rateLimitKeyOf(address: string): string {
  if (!address.includes(':')) return address
  const mapped = /^::ffff:([0-9.]+)$/i.exec(address)
  if (mapped !== null) return mapped[1] ?? address
  if (!isIPv6(address)) return address
  return first64Bits(address)
}

function first64Bits(address: string): string {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const groups = head === '' ? [] : head.split(':')
  if (tail !== undefined) {
    const behind = tail === '' ? [] : tail.split(':')
    const written = groups.length + behind.length + (tail.includes('.') ? 1 : 0)
    for (let missing = 8 - written; missing > 0; missing--) groups.push('0')
    groups.push(...behind)
  }
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
