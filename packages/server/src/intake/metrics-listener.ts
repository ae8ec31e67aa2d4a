import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { createServer } from '../node-http.ts'
import { carriesToken, type ExposeMetrics, isFromThisMachine } from './metrics-access.ts'

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
      say(500, 'text/plain; charset=utf-8', 'The metrics could not be read. The log says why.\n')
    }
  }
}
