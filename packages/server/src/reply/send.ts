import type { Socket } from 'node:net'
import type { QuireError } from '@quire/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { headersOf, statusOf, toEnvelope } from './error-envelope.ts'
import { asQuireError } from './foreign-errors.ts'
import { type AnswerHeaders, headerList, STANDARD_HEADERS } from './standard-headers.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** Connections whose request was answered before its body had come. */
const answeredEarly = new WeakSet<Socket>()

/** If true, what goes wrong on the connection is about the rest of a body that nobody wants: there is nothing to say. */
export function isAnsweredEarly(socket: Socket): boolean {
  return answeredEarly.has(socket)
}

/** A refused body of up to this size is read and thrown away, so that its sender gets to see the answer. */
const LARGEST_DISCARDED_BODY = 16 * 1024 * 1024

/**
 * Answers with JSON text. This is the short way out: it writes to Node's response at once, past Fastify's serialisation
 * and `reply.header()`, so headers are given here. A second answer to one request (after a time-out) is dropped.
 *
 * @example
 * sendJson(reply, 200, text, { ETag: '"3"' })
 */
export function sendJson(reply: FastifyReply, status: number, text: string | Buffer, headers?: AnswerHeaders): void {
  const response = reply.raw
  if (reply.sent || response.headersSent) return
  const { id, answerHeaders } = reply.request
  const list = headerList(id, answerHeaders, headers)
  list.push('Content-Type', JSON_TYPE, 'Content-Length', String(Buffer.byteLength(text)))
  response.writeHead(status, list)
  response.end(text)
}

/** Answers with the envelope; what is not a `QuireError` goes to the log and out as `internal` (contract 6). */
export function sendError(request: FastifyRequest, reply: FastifyReply, error: unknown): void {
  const shown = asQuireError(error)
  if (shown.code === 'internal' || shown.code === 'unavailable')
    request.log.error({ err: causeOf(shown) }, 'request failed')
  const response = reply.raw
  if (reply.sent) return
  if (response.headersSent) {
    // Half an answer is on its way; only breaking it off tells the client that it is not whole.
    response.destroy()
    return
  }
  const status = statusOf(shown)
  const text = JSON.stringify(toEnvelope(shown, request.id))
  const list = headerList(request.id, request.answerHeaders ?? STANDARD_HEADERS)
  list.push(...headersOf(shown), 'Content-Type', JSON_TYPE, 'Content-Length', String(Buffer.byteLength(text)))
  if (!request.raw.complete && mustClose(request, status)) list.push('Connection', 'close')
  response.writeHead(status, list)
  response.end(text)
}

/** The error as it was before it was made presentable. */
function causeOf(error: QuireError): unknown {
  return error.code === 'internal' && error.cause !== undefined ? error.cause : error
}

/**
 * The client still sends its body. Closing the connection at once would reset it, and most clients then never read the
 * answer; so what is left of a reasonable body is read and dropped.
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
  return false
}
