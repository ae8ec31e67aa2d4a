import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export type ExposeMetrics = (accept: string | undefined) => Promise<{ readonly type: string; readonly text: string }>

/** Compares in constant time; reveals neither the matching length nor the length of the token. */
export function carriesToken({ headers }: Pick<IncomingMessage, 'headers'>, token: string): boolean {
  const given = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]
  return given !== undefined && timingSafeEqual(digest(given), digest(token))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Headers that proxies, load balancers and CDNs add. */
const FORWARDING =
  /^(?:forwarded|via|cdn-loop|x-forwarded.*|x-original-.*|x-real-ip|(?:x-|true-|x-cluster-)client-ip|cf-.*|fastly-.*|fly-.*|x-(?:amz|amzn|envoy|azure)-.*)$/

const OF_THIS_MACHINE = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i

/**
 * Whether a request comes from this machine. The peer address decides. A proxy on this machine has a local address,
 * too, so requests with forwarding headers are refused, and so are host names that DNS rebinding could use.
 */
export function isFromThisMachine({
  socket,
  headers,
  httpVersion,
}: Pick<IncomingMessage, 'socket' | 'headers' | 'httpVersion'>): boolean {
  if (!isLoopback(socket.remoteAddress ?? '')) return false
  // By default, nginx adds no header: it is only recognizable by HTTP/1.0 with the host name of its upstream.
  if (httpVersion === '1.0') return false
  return OF_THIS_MACHINE.test(headers.host ?? '') && !Object.keys(headers).some((name) => FORWARDING.test(name))
}

function isLoopback(address: string): boolean {
  return /^(?:::ffff:)?127\./i.test(address) || address === '::1'
}
