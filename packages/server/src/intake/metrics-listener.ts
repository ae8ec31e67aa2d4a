import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { createServer } from '../node-http.ts'

export interface MetricsListenerOptions {
  readonly path: string
  readonly token: string | undefined
  readonly expose: ExposeMetrics
  readonly log: Logger
}

const MOST_CONNECTIONS = 32
const LONGEST_MS = 10_000

/** Serves metrics on a port of its own, so that the public endpoint need not expose them. */
export class MetricsListener {
  readonly #server: Server
  readonly #options: MetricsListenerOptions

  constructor(options: MetricsListenerOptions) {
    this.#options = options
    const limits = { maxHeaderSize: 8_192, requestTimeout: LONGEST_MS, headersTimeout: LONGEST_MS }
    this.#server = createServer(limits, (request, response) => void this.#answer(request, response))
    this.#server.maxConnections = MOST_CONNECTIONS
  }

  async listen(at: { readonly host: string; readonly port: number }): Promise<AddressInfo> {
    this.#server.listen(at)
    await once(this.#server, 'listening')
    // Must not keep the process alive.
    this.#server.unref()
    return this.#server.address() as AddressInfo
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#server.closeAllConnections()
    await closed
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { path, token, expose, log } = this.#options
    const say = (status: number, type: string, text: string) =>
      response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(text)
    const isThere = request.url?.split('?', 1)[0] === path && (request.method === 'GET' || request.method === 'HEAD')
    if (!isThere || (token === undefined && !isFromThisMachine(request)))
      return void say(404, 'text/plain; charset=utf-8', 'There is nothing at this path.\n')
    if (token !== undefined && !carriesToken(request, token))
      return void say(401, 'text/plain; charset=utf-8', 'Send the token as `Authorization: Bearer …`.\n')
    try {
      const { type, text } = await expose(request.headers.accept)
      say(200, type, text)
    } catch (error) {
      log.error({ err: error }, 'the metrics could not be read')
      say(500, 'text/plain; charset=utf-8', 'The metrics could not be read. See the log.\n')
    }
  }
}

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
