import type { ClientRequest, IncomingMessage, Server } from 'node:http'
import { type Duplex, duplexPair, pipeline, Readable } from 'node:stream'
import { QuireError } from '@quirecms/core'
import { request as sendRequest } from '../node-http.ts'

export interface FetchOptions {
  /** The client's address, which a `Request` does not contain. Without it, all clients share one rate limit. */
  readonly address?: string
}

/** Answers a standard `Request` with a standard `Response`, for servers that the service is mounted in. */
export type Fetch = (request: Request, options?: FetchOptions) => Promise<Response>

/** Headers of a single connection, which are not forwarded (RFC 9110, 7.6.1). */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Set anew for the body that is really sent. */
const OF_THE_BODY: ReadonlySet<string> = new Set(['content-length', 'expect'])

const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304])

/**
 * Sends each request over its own connection in memory, so that it passes the whole intake and can be aborted at any
 * time.
 */
export function fetchThrough(connections: MemoryConnections, ready: () => Promise<unknown>): Fetch {
  return async (request, { address = '' } = {}) => {
    const { signal } = request
    await ready()
    signal.throwIfAborted()
    const body = await bodyOf(request)
    signal.throwIfAborted()
    const { protocol, host, pathname, search } = new URL(request.url)
    const sent = sendRequest({
      createConnection: () => connections.open({ address, isEncrypted: protocol === 'https:' }),
      method: request.method,
      path: pathname + search,
      headers: { host, ...headersOf(request) },
    })
    return asResponse(await answerTo(sent, body, signal), request.method)
  }
}

function headersOf(request: Request): Record<string, string> {
  return Object.fromEntries([...request.headers].filter(([name]) => !HOP_BY_HOP.has(name) && !OF_THE_BODY.has(name)))
}

function answerTo(sent: ClientRequest, body: Body | null, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    // Destroying the request ends a response that has begun as if it were complete. Destroying the response makes it
    // fail instead.
    let underWay: ClientRequest | IncomingMessage = sent
    const abort = () => underWay.destroy(signal.reason as Error)
    signal.addEventListener('abort', abort, { once: true })
    sent.once('close', () => signal.removeEventListener('abort', abort))
    sent.once('response', (answer) => {
      underWay = answer
      // The response may come before the whole body was sent. The rest is not needed.
      if (body) answer.once('close', () => cancel(body.reader))
      resolve(answer)
    })
    // Stays for errors after the response headers, which the response body reports.
    sent.on('error', (error) => reject(signal.aborted ? (signal.reason as Error) : error))
    if (body === null) {
      sent.end()
      return
    }
    // Chunked encoding: with a wrong `Content-Length`, the rest of the body would be parsed as another request.
    sent.setHeader('Transfer-Encoding', 'chunked')
    // The deadline for the body starts with the headers, even if no byte of it arrives.
    sent.flushHeaders()
    const chunks = Readable.from(chunksOf(body)).once('error', reject)
    // An error destroys `sent`, which reports it.
    pipeline(chunks, sent, () => cancel(body.reader))
  })
}

type Reader = ReadableStreamDefaultReader<Uint8Array>

interface Body {
  /** The first bytes; undefined if the body is empty. */
  readonly first: Promise<Uint8Array | undefined>
  readonly reader: Reader
}

/** How long to wait for the first bytes. After that, the intake applies its own deadline for the body. */
const PATIENCE_MS = 500

/**
 * Returns null without a body. Many servers give every POST a body stream, so only the first bytes tell whether there
 * is one.
 */
async function bodyOf({ body, signal }: Request): Promise<Body | null> {
  if (body === null) return null
  const reader: Reader = body.getReader()
  const abort = () => cancel(reader)
  signal.addEventListener('abort', abort, { once: true })
  const first = firstBytes(reader)
  const { promise: late, resolve: giveUp } = Promise.withResolvers<'late'>()
  const timer = setTimeout(() => giveUp('late'), PATIENCE_MS)
  try {
    return (await Promise.race([first, late])) === undefined ? null : { first, reader }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
    // The reader of the body gets this error; without a reader, it does not matter.
    first.catch(() => {})
  }
}

async function firstBytes(reader: Reader): Promise<Uint8Array | undefined> {
  let { value } = await reader.read()
  while (value?.length === 0) ({ value } = await reader.read())
  return value
}

async function* chunksOf({ first, reader }: Body): AsyncGenerator<Uint8Array> {
  let chunk = await first
  for (; chunk !== undefined; chunk = (await reader.read()).value) yield chunk
}

function cancel(reader: Reader): void {
  reader.cancel().catch(() => {})
}

function asResponse(answer: IncomingMessage, method: string): Response {
  const { statusCode: status = 500, statusMessage: statusText = '', rawHeaders } = answer
  const headers = new Headers()
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const [name = '', value = ''] = rawHeaders.slice(i, i + 2)
    if (!HOP_BY_HOP.has(name.toLowerCase())) headers.append(name, value)
  }
  if (method !== 'HEAD' && !WITHOUT_BODY.has(status)) {
    return new Response(Readable.toWeb(answer), { status, statusText, headers })
  }
  answer.resume()
  return new Response(null, { status, statusText, headers })
}

/** Properties of a connection in memory that a socket would have. */
export interface FarEnd {
  /** The client's address; '' if unknown. */
  readonly address: string
  readonly isEncrypted: boolean
}

/**
 * Connections to a Node server without sockets; the server need not listen. Requests over them are parsed, limited and
 * answered like all others.
 */
export class MemoryConnections {
  readonly #server: Server
  #isRefusing = false

  constructor(server: Server) {
    this.#server = server
  }

  open({ address, isEncrypted }: FarEnd): Duplex {
    if (this.#isRefusing) throw new QuireError('unavailable', 'The service is closed.')
    const [client, service] = duplexPair()
    Object.assign(service, { remoteAddress: address, encrypted: isEncrypted, destroySoon: () => service.end() })
    // A duplex pair only passes on the end of the stream. The server must also notice a client that disconnects.
    client.once('close', () => service.destroy())
    this.#server.emit('connection', service)
    return client
  }

  refuseMore(): void {
    this.#isRefusing = true
  }
}
