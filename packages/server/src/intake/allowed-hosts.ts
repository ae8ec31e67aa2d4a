import { QuireError } from '@quire/core'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { TransportRefusal } from '../reply/refusals.ts'
import type { TrustCheck } from './client-address.ts'

/** A name or IPv4 address, or an IPv6 address in brackets; then perhaps a port. */
const HOST = /^(?:([a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?)\.?|(\[[0-9a-f:.]+\]))(?::[0-9]{0,5})?$/i

/**
 * Which names the service answers to (contract 9): what is listed; where nothing is listed, every name if the service
 * can only be reached from its own machine, and none otherwise. `'*'` in the list stands for every name. Ports do not
 * count. `X-Forwarded-Host` counts from a trusted proxy, and then instead of `Host`.
 */
export class AllowedHosts {
  readonly #listed: ReadonlySet<string> | undefined
  readonly #isTrusted: TrustCheck | undefined
  #allowsAll: boolean
  /** Most clients of a service use one name: it is looked at once. */
  #lastAllowed: string | undefined

  constructor(listed: readonly string[] | undefined, isTrusted: TrustCheck | undefined) {
    this.#listed = listed === undefined || listed.length === 0 ? undefined : new Set(listed.map(listedName))
    this.#isTrusted = isTrusted
    this.#allowsAll = this.#listed?.has('*') ?? true
  }

  /** Told once the service knows where it listens. A local socket is as good as loopback. */
  boundTo(address: AddressInfo | string | null): void {
    if (this.#listed !== undefined) return
    this.#allowsAll = address === null || typeof address === 'string' || isLoopback(address.address)
    this.#lastAllowed = undefined
  }

  /** Throws 400 for a `Host` that is missing or malformed, 421 for one that is not allowed. */
  check(request: IncomingMessage): void {
    const host = this.#hostOf(request)
    if (host === undefined) {
      // HTTP/1.0 knows no Host.
      if (request.httpVersion !== '1.0') throw new TransportRefusal(400, 'The Host header is missing.')
      if (!this.#allowsAll) throw notAllowed()
      return
    }
    if (host === this.#lastAllowed) return
    const match = HOST.exec(host)
    if (match === null) throw new TransportRefusal(400, 'The Host header is malformed.')
    const name = (match[1] ?? match[2] ?? '').toLowerCase()
    if (!this.#allowsAll && this.#listed?.has(name) !== true) throw notAllowed()
    this.#lastAllowed = host
  }

  #hostOf(request: IncomingMessage): string | undefined {
    const { headers, socket, url = '' } = request
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
  const match = HOST.exec(entry)
  if (match === null) throw new Error(`server.allowedHosts: "${entry}" is not a host name`)
  return (match[1] ?? match[2] ?? '').toLowerCase()
}

function isLoopback(address: string): boolean {
  return /^(?:::ffff:)?127\./i.test(address) || address === '::1'
}
