import { QuireError } from '@quirecms/core'
import type { IncomingMessage } from 'node:http'
import { type AddressInfo, isIPv4, isIPv6 } from 'node:net'
import { TransportRefusal } from '../reply/refusals.ts'
import type { TrustCheck } from './client-address.ts'

/** A name or IPv4 address, or an IPv6 address in brackets; then perhaps a port. */
const HOST = /^(?:([a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?)\.?|(\[[0-9a-f:.]+\]))(?::[0-9]{0,5})?$/i

type IsServed = (name: string) => boolean

/** What a request without a name asks for. */
const NO_NAME = ''

const everyName: IsServed = () => true
const noName: IsServed = () => false

/** What a list of names is, and what holds where there is none. */
export interface HostRules {
  readonly listed: readonly string[] | undefined
  /** The address of the service from outside. */
  readonly publicUrl: string | undefined
  readonly isTrusted: TrustCheck | undefined
}

/**
 * Which names the service answers to (docs/contract/hosts-and-headers.md#allowed-hosts): what is listed, `'*'` being every name. Where
 * nothing is listed, a service that can only be reached from its own machine answers to names that can mean nothing but that machine, and
 * to its public one; every other service to none. Ports do not count. `X-Forwarded-Host` counts from a trusted proxy, and then instead of
 * `Host`.
 */
export class AllowedHosts {
  readonly #isTrusted: TrustCheck | undefined
  readonly #publicName: string | undefined
  readonly #hasList: boolean
  #isServed: IsServed
  /** Most clients of a service use one name: it is looked at once. */
  #lastAllowed: string | undefined

  constructor({ listed = [], publicUrl, isTrusted }: HostRules) {
    const names = new Set(listed.map(listedName))
    this.#hasList = names.size > 0
    this.#isTrusted = isTrusted
    this.#publicName = publicUrl === undefined ? undefined : nameIn(new URL(publicUrl).host)
    // Without a list, and as long as it listens nowhere, the service is mounted in a server that answers for its names.
    this.#isServed = this.#hasList && !names.has('*') ? (name) => names.has(name) : everyName
  }

  /** Told once the service knows where it listens. A local socket is as good as loopback. */
  boundTo(address: AddressInfo | string | null): void {
    if (this.#hasList || address === null) return
    const isLocal = typeof address === 'string' || isLoopback(address.address)
    // Any name of the internet can be made to lead to a loopback address, by a page that then takes the service for its own origin.
    this.#isServed = isLocal ? (name) => name === NO_NAME || isOfThisMachine(name) || name === this.#publicName : noName
    this.#lastAllowed = undefined
  }

  /** Throws 400 for a `Host` that is missing or malformed, 421 for one that is not allowed. */
  check(request: IncomingMessage): void {
    const host = this.#hostOf(request)
    if (host === undefined) {
      // HTTP/1.0 knows no Host, and no browser speaks it: nobody can be led to this machine by a name.
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
    // A request line with a whole URL names the host itself, and then that one counts (RFC 9112, 3.2.2).
    if (url.startsWith('/') || url === '*') return headers.host
    return /^https?:\/\/([^/?#@]+)(?:[/?#]|$)/i.exec(url)?.[1] ?? ''
  }
}

/** Whatever else names the host: the request line, or a proxy (RFC 9112, 3.2). */
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

/** Node keeps the first of two; a proxy in front may have looked at the other. */
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

/** As names are compared: without port, final dot and upper case. */
function nameIn(host: string): string | undefined {
  const match = HOST.exec(host)
  return match === null ? undefined : (match[1] ?? match[2] ?? '').toLowerCase()
}

/** Browsers resolve these by themselves, so no stranger's page can have such a name. */
function isOfThisMachine(name: string): boolean {
  if (name.startsWith('[')) return isIPv6(name.slice(1, -1))
  return name === 'localhost' || name.endsWith('.localhost') || isIPv4(name)
}

function isLoopback(address: string): boolean {
  return /^(?:::ffff:)?127\./i.test(address) || address === '::1'
}
