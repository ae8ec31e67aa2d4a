import type { Socket } from 'node:net'
import { pipeline, type Readable } from 'node:stream'
import type { QuireError } from '@quirecms/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Coding, NO_CODING, readAcceptEncoding, SHORTEST_COMPRESSED } from './compressor.ts'
import { type BodyText, isInPieces, joinInTurns, namesTag, writeInTurns } from './in-pieces.ts'
import { asQuireError, headersOf, statusOf, toEnvelope } from './error-envelope.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

/**
 * Connections whose request was answered before its whole body arrived, until it has. Kept by socket, because an error
 * of the HTTP parser names no request (`refuseUnparsed`).
 */
const answeredEarly = new WeakSet<Socket>()

/** Whether errors of the connection concern only the discarded rest of a body, and need no response. */
export function isAnsweredEarly(socket: Socket): boolean {
  return answeredEarly.has(socket)
}

/** Up to this size, the body of a refused request is read and discarded, so that the client can read the response. */
const LARGEST_DISCARDED_BODY = 16 * 1024 * 1024

/**
 * Sends JSON text. For speed, writes to Node's response directly, without Fastify's serialisation and `reply.header()`,
 * so pass headers here. A second response to the same request (after a timeout) is dropped.
 *
 * @example
 * sendJson(reply, 200, text, { ETag: '"3"' })
 */
export function sendJson(reply: FastifyReply, status: number, text: BodyText, headers?: HeadersByName): void {
  sendText(reply, status, JSON_TYPE, text, headers)
}

/** Like `sendJson`, for any content type. Sends 304 if the client already has this `ETag`. */
export function sendText(
  reply: FastifyReply,
  status: number,
  type: string,
  text: BodyText,
  headers?: HeadersByName,
): void {
  if (isAnswered(reply)) return
  const { request } = reply
  const list = headerList(request.id, request.answerHeaders, headers)
  const length = lengthOf(text)
  const coding = chooseCoding(request, length, list)
  if (headers?.['ETag'] !== undefined && isNotModified(request, status, String(headers['ETag']))) {
    reply.raw.writeHead(304, list)
    reply.raw.end()
    return
  }
  list.push('Content-Type', type)
  sendBody(reply, status, list, { text, length, coding })
}

function isAnswered(reply: FastifyReply): boolean {
  return reply.sent || reply.raw.headersSent
}

function isNotModified({ method, headers }: FastifyRequest, status: number, tag: string): boolean {
  const asked = headers['if-none-match']
  if (asked === undefined || status !== 200 || (method !== 'GET' && method !== 'HEAD')) return false
  return namesTag(asked, tag)
}

/** Chooses a coding if the client accepts one and the response is long enough. Adds `Vary`, on a 304 too. */
function chooseCoding({ headers, compressor }: FastifyRequest, length: number, list: string[]): Coding | undefined {
  if (!compressor) return undefined
  const isLong = length > SHORTEST_COMPRESSED
  const accepted = headers['accept-encoding']
  const { coding, refusesPlain } = accepted === undefined ? NO_CODING : readAcceptEncoding(accepted)
  if (!isLong && !refusesPlain) return undefined
  addVary(list, 'Accept-Encoding')
  return coding
}

function lengthOf(text: BodyText): number {
  if (!isInPieces(text)) return Buffer.byteLength(text)
  return text.reduce((sum, piece) => sum + piece.length, 0)
}

interface Body {
  readonly text: BodyText
  readonly length: number
  readonly coding: Coding | undefined
}

/** Also used for HEAD, so that its length is that of GET. */
function sendBody(reply: FastifyReply, status: number, list: string[], { text, length, coding }: Body): void {
  const response = reply.raw
  const { compressor, unsent, clientAddress } = reply.request
  // Undefined if the URL could not be routed; that response is short.
  unsent?.hold(clientAddress, response, length)
  if (!compressor || !coding) {
    write(response, status, list, text, length)
    return
  }
  const done = (bytes?: Buffer) => {
    // The request may have timed out, or the client may have disconnected meanwhile.
    if (isAnswered(reply) || response.destroyed) return
    if (bytes !== undefined) list.push('Content-Encoding', coding)
    write(response, status, list, bytes ?? text, bytes?.length ?? length)
  }
  if (isInPieces(text)) {
    void joinInTurns(text, length).then((whole) => compressor.compress({ coding, text: whole, length, response, done }))
  } else compressor.compress({ coding, text, length, response, done })
}

function write(response: FastifyReply['raw'], status: number, list: string[], body: BodyText, length: number): void {
  list.push('Content-Length', String(length))
  response.writeHead(status, list)
  if (isInPieces(body)) void writeInTurns(response, body)
  // Equal lengths mean that the text is ASCII; `latin1` then copies it without encoding.
  else if (typeof body === 'string') response.end(body, body.length === length ? 'latin1' : 'utf8')
  else response.end(body)
}

/** Sends a stream. If the client disconnects or the stream fails, both end. */
export function sendReadable(
  reply: FastifyReply,
  status: number,
  type: string,
  stream: Readable,
  headers?: HeadersByName,
): void {
  if (isAnswered(reply)) {
    stream.destroy()
    return
  }
  const { request, raw } = reply
  const list = headerList(request.id, request.answerHeaders, headers)
  list.push('Content-Type', type)
  raw.writeHead(status, list)
  if (request.method === 'HEAD') {
    stream.destroy()
    raw.end()
    return
  }
  const forget = request.shutdown.streamsOver.on(() => endStream(type, list, stream, raw))
  pipeline(stream, raw, (error) => {
    forget()
    // A client that disconnects is not logged.
    if (error && !isAbandoned(error)) request.log.error({ err: error }, 'a response was interrupted')
  })
}

/**
 * Ends a stream at shutdown. A response with a `Content-Length` ends by itself. Of the others, only an event stream is
 * complete wherever it ends; all others are destroyed, so that no client takes a part for the whole.
 */
function endStream(type: string, headers: readonly string[], stream: Readable, response: FastifyReply['raw']): void {
  if (headers.some((name, index) => index % 2 === 0 && name.toLowerCase() === 'content-length')) return
  const isOfEvents = /^text\/event-stream\b/i.test(type)
  // A slow client would not receive the end, either.
  if (isOfEvents && response.writableLength === 0) response.end(() => stream.destroy())
  else stream.destroy(new Error('the service has stopped'))
}

function isAbandoned({ code }: NodeJS.ErrnoException): boolean {
  return code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET' || code === 'EPIPE'
}

/**
 * Sends the error envelope. Any other error than a `QuireError` is sent as `internal`
 * (docs/contract/errors.md#internal-errors). `internal` and `unavailable` are logged.
 */
export function sendError(request: FastifyRequest, reply: FastifyReply, error: unknown): void {
  const shown = asQuireError(error)
  if (shown.code === 'internal' || shown.code === 'unavailable')
    request.log.error({ err: causeOf(shown) }, 'request failed')
  const response = reply.raw
  if (reply.sent) return
  request.measures?.refusedWith(shown)
  if (response.headersSent) {
    // Part of the response was sent. Only destroying it tells the client that it is incomplete.
    response.destroy()
    return
  }
  const status = statusOf(shown)
  const text = JSON.stringify(toEnvelope(shown, request.id))
  const list = headerList(request.id, request.answerHeaders)
  list.push(...headersOf(shown), 'Content-Type', JSON_TYPE)
  if (!request.raw.complete) {
    if (mustClose(request, status)) list.push('Connection', 'close')
    else discardRest(request)
  }
  const length = Buffer.byteLength(text)
  sendBody(reply, status, list, { text, length, coding: chooseCoding(request, length, list) })
}

/** Returns the original error behind an `internal` one. */
function causeOf(error: QuireError): unknown {
  return error.code === 'internal' && error.cause !== undefined ? error.cause : error
}

/**
 * Whether to close the connection. Closing it while the client still sends its body would reset it, and most clients
 * would never read the response. Therefore the rest of a body of moderate size is discarded instead.
 */
function mustClose({ raw: { headers } }: FastifyRequest, status: number): boolean {
  if (status === 408 || headers.expect !== undefined) return true
  return Number(headers['content-length']) > LARGEST_DISCARDED_BODY
}

/** Reads and discards the rest of the body, up to a limit, so that the connection stays open. */
function discardRest({ raw }: FastifyRequest): void {
  answeredEarly.add(raw.socket)
  raw.once('end', () => answeredEarly.delete(raw.socket))
  let left = LARGEST_DISCARDED_BODY
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) raw.destroy()
  })
  // An earlier reader may have paused it.
  raw.resume()
}

/** Headers of every response, as the flat list that is fastest for `writeHead`. */
const FIXED_HEADERS: readonly string[] = ['X-Content-Type-Options', 'nosniff', 'Referrer-Policy', 'no-referrer']

/** Default headers by lowercase name; a route can replace them. */
const DEFAULT_HEADERS: ReadonlyMap<string, readonly [name: string, value: string]> = new Map([
  ['cache-control', ['Cache-Control', 'private, no-store']],
  // API responses are data: a browser that opens one must not run, frame or load anything.
  ['content-security-policy', ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"]],
])

export const STANDARD_HEADERS: readonly string[] = [...FIXED_HEADERS, ...[...DEFAULT_HEADERS.values()].flat()]

/** Values by name; a list means repeated headers (`Set-Cookie`). */
export type HeadersByName = Readonly<Record<string, string | readonly string[]>>

/**
 * Returns the header list with the request's id. `standard` are those of the request (`request.answerHeaders`);
 * `headers` are added or replace defaults.
 */
export function headerList(
  requestId: string,
  standard: readonly string[] = STANDARD_HEADERS,
  headers?: HeadersByName,
): string[] {
  const list = standard.slice()
  list.push('X-Request-ID', requestId)
  if (headers === undefined) return list
  for (const name of Object.keys(headers)) {
    const value = headers[name] as string | readonly string[]
    const standing = DEFAULT_HEADERS.get(name.toLowerCase())
    if (standing !== undefined) list[list.indexOf(standing[0]) + 1] = String(value)
    else if (name === 'Vary') addVary(list, String(value))
    else if (typeof value === 'string') list.push(name, value)
    else for (const each of value) list.push(name, each)
  }
  return list
}

/** Adds names to `Vary`. One header holds all of them, because some caches ignore a second one. */
function addVary(list: string[], names: string): void {
  const standing = list.indexOf('Vary')
  if (standing === -1) list.push('Vary', names)
  else list[standing + 1] += `, ${names}`
}
