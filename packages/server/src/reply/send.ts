import type { Socket } from 'node:net'
import { pipeline, type Readable } from 'node:stream'
import type { QuireError } from '@quirecms/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Coding, NO_CODING, readAcceptEncoding } from './accepted-coding.ts'
import { SHORTEST_COMPRESSED } from './compressor.ts'
import { namesTag } from './entity-tag.ts'
import { headersOf, statusOf, toEnvelope } from './error-envelope.ts'
import { asQuireError } from './foreign-errors.ts'
import { type BodyText, isInPieces, joinInTurns, writeInTurns } from './in-pieces.ts'
import { addVary, type AnswerHeaders, headerList, STANDARD_HEADERS } from './standard-headers.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** Connections whose request was answered before its body had arrived. */
const answeredEarly = new WeakSet<Socket>()

/** If true, any error on the connection is about the rest of a body that nobody wants. There is nothing to answer. */
export function isAnsweredEarly(socket: Socket): boolean {
  return answeredEarly.has(socket)
}

/** A refused body of up to this size is read and dropped, so that its sender gets to see the answer. */
const LARGEST_DISCARDED_BODY = 16 * 1024 * 1024

/**
 * Answers with JSON text. For speed, it writes to Node's response directly, without Fastify's serialisation and
 * `reply.header()`, so pass headers here. A second answer to the same request (after a time-out) is dropped.
 *
 * @example
 * sendJson(reply, 200, text, { ETag: '"3"' })
 */
export function sendJson(reply: FastifyReply, status: number, text: BodyText, headers?: AnswerHeaders): void {
  sendText(reply, status, JSON_TYPE, text, headers)
}

/** Like `sendJson`, for any content type. Doesn't send again what the client already has, according to its `ETag`. */
export function sendText(
  reply: FastifyReply,
  status: number,
  type: string,
  text: BodyText,
  headers?: AnswerHeaders,
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

/** Chooses how to compress the answer, if the client asks for that and it is worth it. `Vary` says so, on a 304 too. */
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

/** HEAD is treated the same, so that its length is that of GET. */
function sendBody(reply: FastifyReply, status: number, list: string[], { text, length, coding }: Body): void {
  const response = reply.raw
  const { compressor, unsent, clientAddress } = reply.request
  // A request whose URL could not be routed has none; its answer is short.
  unsent?.hold(clientAddress, response, length)
  if (!compressor || !coding) {
    write(response, status, list, text, length)
    return
  }
  const done = (bytes?: Buffer) => {
    // Meanwhile, the request may have timed out, or the client may have gone away.
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
  // As many bytes as characters: it is ASCII, which is copied as it is, without a look at each character.
  else if (typeof body === 'string') response.end(body, body.length === length ? 'latin1' : 'utf8')
  else response.end(body)
}

/** Answers with whatever a stream brings, as it comes. If the client goes away or the stream fails, both end. */
export function sendReadable(
  reply: FastifyReply,
  status: number,
  type: string,
  stream: Readable,
  headers?: AnswerHeaders,
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
  const forget = request.end.streamsOver.on(() => endStream(type, list, stream, raw))
  pipeline(stream, raw, (error) => {
    forget()
    // Whoever stopped reading is none of the log's business.
    if (error && !isAbandoned(error)) request.log.error({ err: error }, 'an answer broke off')
  })
}

/**
 * Ends what would hold up the end of the service. An answer that says how long it is will come to its own end. Of all others, only a list of
 * events is whole wherever it ends: the rest is broken off, so that nobody takes a part for the whole.
 */
function endStream(type: string, headers: readonly string[], stream: Readable, response: FastifyReply['raw']): void {
  if (headers.some((name, index) => index % 2 === 0 && name.toLowerCase() === 'content-length')) return
  const isOfEvents = /^text\/event-stream\b/i.test(type)
  // Whoever is far behind would not take the end either.
  if (isOfEvents && response.writableLength === 0) response.end(() => stream.destroy())
  else stream.destroy(new Error('the service has stopped'))
}

function isAbandoned({ code }: NodeJS.ErrnoException): boolean {
  return code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET' || code === 'EPIPE'
}

/**
 * Answers with the envelope. Anything but a `QuireError` is logged, and answered as `internal` (docs/contract/errors.md#internal-errors).
 */
export function sendError(request: FastifyRequest, reply: FastifyReply, error: unknown): void {
  const shown = asQuireError(error)
  if (shown.code === 'internal' || shown.code === 'unavailable')
    request.log.error({ err: causeOf(shown) }, 'request failed')
  const response = reply.raw
  if (reply.sent) return
  request.measures?.refusedWith(shown)
  if (response.headersSent) {
    // Half an answer is already sent. Only breaking it off tells the client that it is incomplete.
    response.destroy()
    return
  }
  const status = statusOf(shown)
  const text = JSON.stringify(toEnvelope(shown, request.id))
  const list = headerList(request.id, request.answerHeaders ?? STANDARD_HEADERS)
  list.push(...headersOf(shown), 'Content-Type', JSON_TYPE)
  if (!request.raw.complete && mustClose(request, status)) list.push('Connection', 'close')
  const length = Buffer.byteLength(text)
  sendBody(reply, status, list, { text, length, coding: chooseCoding(request, length, list) })
}

/** The original error, before it was made presentable. */
function causeOf(error: QuireError): unknown {
  return error.code === 'internal' && error.cause !== undefined ? error.cause : error
}

/**
 * Whether to close the connection. The client may still be sending its body, and closing at once would reset the
 * connection, so that most clients would never read the answer. That is why the rest of a body of reasonable size is
 * read and dropped.
 */
function mustClose(request: FastifyRequest, status: number): boolean {
  const { raw } = request
  if (status === 408 || raw.headers.expect !== undefined) return true
  if (Number(raw.headers['content-length']) > LARGEST_DISCARDED_BODY) return true
  answeredEarly.add(raw.socket)
  raw.once('end', () => answeredEarly.delete(raw.socket))
  let left = LARGEST_DISCARDED_BODY
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) raw.destroy()
  })
  // Whoever read it before may have stopped in the middle.
  raw.resume()
  return false
}
