import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Writes the metrics in the format that a client asks for. */
export type ExposeMetrics = (accept: string | undefined) => Promise<{ readonly type: string; readonly text: string }>

/** Compares in a time that tells nothing of how much was right, or of how long it is. */
export function carriesToken({ headers }: Pick<IncomingMessage, 'headers'>, token: string): boolean {
  const given = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]
  return given !== undefined && timingSafeEqual(digest(given), digest(token))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** What proxies, balancers and networks of delivery add. */
const FORWARDING =
  /^(?:forwarded|via|cdn-loop|x-forwarded.*|x-original-.*|x-real-ip|(?:x-|true-|x-cluster-)client-ip|cf-.*|fastly-.*|fly-.*|x-(?:amz|amzn|envoy|azure)-.*)$/

const OF_THIS_MACHINE = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i

/**
 * Whether a request comes from this machine itself. The socket says it, and no header can: but a proxy on this machine has such a socket,
 * too, so that whatever looks passed on is refused, and so is a name that a page elsewhere could have led here.
 */
export function isFromThisMachine({
  socket,
  headers,
  httpVersion,
}: Pick<IncomingMessage, 'socket' | 'headers' | 'httpVersion'>): boolean {
  if (!isLoopback(socket.remoteAddress ?? '')) return false
  // Where nobody tells nginx otherwise, this is all that can be seen of it: it speaks 1.0, under the host name of what it passes on to.
  if (httpVersion === '1.0') return false
  return OF_THIS_MACHINE.test(headers.host ?? '') && !Object.keys(headers).some((name) => FORWARDING.test(name))
}

function isLoopback(address: string): boolean {
  return /^(?:::ffff:)?127\./i.test(address) || address === '::1'
}
