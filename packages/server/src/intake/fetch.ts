import type { ClientRequest, IncomingMessage } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { request as sendRequest } from '../node-http.ts'
import type { MemoryConnections } from './memory-connections.ts'

export interface FetchOptions {
  /** The client's address, which a `Request` does not know. Without it, all clients count as one to the rate limits. */
  readonly address?: string
}

/** Answers a standard `Request` with a standard `Response`, for servers that the service is mounted in. */
export type Fetch = (request: Request, options?: FetchOptions) => Promise<Response>

/** About one connection, which is another one in here (RFC 9110, 7.6.1). */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Decided anew from the body that really comes. */
const OF_THE_BODY: ReadonlySet<string> = new Set(['content-length', 'expect'])

const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304])

/** Each request has a connection in memory of its own, so that it meets the whole intake, and its client may go away at any time. */
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
    // A request that is given up takes an answer that has begun for ended; that must break off instead.
    let underWay: ClientRequest | IncomingMessage = sent
    const abort = () => underWay.destroy(signal.reason as Error)
    signal.addEventListener('abort', abort, { once: true })
    sent.once('close', () => signal.removeEventListener('abort', abort))
    sent.once('response', (answer) => {
      underWay = answer
      // Answered, perhaps before all of the body had come: nobody waits for the rest.
      if (body) answer.once('close', () => cancel(body.reader))
      resolve(answer)
    })
    // Stays for what may go wrong behind the head of the answer, which its body tells.
    sent.on('error', (error) => reject(signal.aborted ? (signal.reason as Error) : error))
    if (body === null) {
      sent.end()
      return
    }
    // In chunks: with a `Content-Length` that is not true, the rest would be taken for another request.
    sent.setHeader('Transfer-Encoding', 'chunked')
    // The time for the body begins with its headers, whether or not anything of it comes.
    sent.flushHeaders()
    const chunks = Readable.from(chunksOf(body)).once('error', reject)
    // What goes wrong ends `sent`, which tells of it.
    pipeline(chunks, sent, () => cancel(body.reader))
  })
}

type Reader = ReadableStreamDefaultReader<Uint8Array>

/** A body that is there, or is taken to be on its way. */
interface Body {
  /** Its first bytes; undefined if it turns out to be empty. */
  readonly first: Promise<Uint8Array | undefined>
  readonly reader: Reader
}

/** How long we wait for the first bytes before the intake does, which knows how long a body may take. */
const PATIENCE_MS = 500

/** Null for none. Many servers give every POST a body, so only its first bytes tell whether there is one. */
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
    // Whoever reads the body hears of it; if nobody does, nobody needs to.
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

/** Nobody reads it any more; how its sender takes that is not our business. */
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
