import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

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
