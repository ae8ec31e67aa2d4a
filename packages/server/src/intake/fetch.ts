import { type ClientRequest, type IncomingMessage, request as sendRequest } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import type { MemoryConnections } from './memory-connections.ts'

export interface FetchOptions {
  /** The client's address, which a `Request` does not know. Without it, all clients count as one to the rate limits. */
  readonly address?: string
}

/** Answers a standard `Request` with a standard `Response`, for servers that the service is mounted in. */
export type Fetch = (request: Request, options?: FetchOptions) => Promise<Response>

/** About one connection, which is another one in here, or about how a body comes over it. */
const OF_THE_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304])

/** Each request has a connection in memory of its own, so that it meets the whole intake, and its client may go away at any time. */
export function fetchThrough(connections: MemoryConnections, ready: () => Promise<unknown>): Fetch {
  return async (request, { address = '' } = {}) => {
    const { signal } = request
    await ready()
    const body = await Body.of(request)
    signal.throwIfAborted()
    const { protocol, host, pathname, search } = new URL(request.url)
    const sent = sendRequest({
      createConnection: () => connections.open({ address, isEncrypted: protocol === 'https:' }),
      method: request.method,
      path: pathname + search,
      headers: { host, ...headersOf(request) },
    })
    const abort = () => sent.destroy(signal.reason as Error)
    signal.addEventListener('abort', abort, { once: true })
    sent.once('close', () => signal.removeEventListener('abort', abort))
    return asResponse(await answerTo(sent, body, request), request.method)
  }
}

function headersOf(request: Request): Record<string, string> {
  return Object.fromEntries([...request.headers].filter(([name]) => !OF_THE_CONNECTION.has(name)))
}

function answerTo(sent: ClientRequest, body: Body | null, { signal }: Request): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.once('response', resolve)
    // Stays for what may go wrong behind the head of the answer, which its body tells.
    sent.on('error', (error) => reject(signal.aborted ? (signal.reason as Error) : error))
    if (body === null) sent.end()
    else body.sendTo(sent)
  })
}

/** The body of a request, from its first bytes on. */
class Body {
  readonly #first: Uint8Array
  readonly #rest: ReadableStreamDefaultReader<Uint8Array>

  constructor(first: Uint8Array, rest: ReadableStreamDefaultReader<Uint8Array>) {
    this.#first = first
    this.#rest = rest
  }

  /** Null for none. Many servers give every POST a body, so only its first bytes tell whether there is one. */
  static async of(request: Request): Promise<Body | null> {
    const reader = request.body?.getReader()
    for (;;) {
      const { value } = (await reader?.read()) ?? {}
      if (reader === undefined || value === undefined) return null
      if (value.length > 0) return new Body(value, reader)
    }
  }

  /** In chunks: a `Content-Length` that is not true would have its rest taken for another request. */
  sendTo(sent: ClientRequest): void {
    sent.setHeader('Transfer-Encoding', 'chunked')
    // What goes wrong here ends `sent`, which tells of it.
    pipeline(Readable.from(this.#chunks()), sent, () => {})
  }

  async *#chunks(): AsyncGenerator<Uint8Array> {
    try {
      yield this.#first
      for (let { value } = await this.#rest.read(); value !== undefined; { value } = await this.#rest.read())
        yield value
    } finally {
      await this.#rest.cancel()
    }
  }
}

function asResponse(answer: IncomingMessage, method: string): Response {
  const { statusCode: status = 500, statusMessage: statusText = '', rawHeaders } = answer
  const headers = new Headers()
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const [name = '', value = ''] = rawHeaders.slice(i, i + 2)
    const isLength = name.toLowerCase() === 'content-length'
    if (isLength || !OF_THE_CONNECTION.has(name.toLowerCase())) headers.append(name, value)
  }
  if (method !== 'HEAD' && !WITHOUT_BODY.has(status)) {
    return new Response(Readable.toWeb(answer) as unknown as ReadableStream, { status, statusText, headers })
  }
  answer.resume()
  return new Response(null, { status, statusText, headers })
}
