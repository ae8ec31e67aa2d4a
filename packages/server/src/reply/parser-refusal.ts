import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { QuireError } from '@quirecms/core'
import type { Logger } from 'pino'
import { STATUS_CODES } from '../node-http.ts'
import { headersOf, statusOf, toEnvelope } from './error-envelope.ts'
import { headersTooLarge, malformedRequest, slowRequest, type TransportRefusal, urlTooLong } from './refusals.ts'
import { isAnsweredEarly, headerList, STANDARD_HEADERS } from './send.ts'

interface ClientError extends Error {
  readonly code?: string
  readonly rawPacket?: unknown
}

/**
 * The response in progress on a connection, in Node's internal property, which its own handler of such errors uses,
 * too.
 */
interface ConnectionState {
  readonly _httpMessage?: (ServerResponse & { readonly req: IncomingMessage }) | null
}

/**
 * Connections that have had their refusal. Node reports a further error for what arrives behind the first one, and a
 * connection gets one last response.
 */
const refusedConnections = new WeakSet<Socket>()

/**
 * Answers what Node's HTTP parser refuses. There is no request to reply to, so the envelope is written to the socket.
 * `log` is undefined if requests are not logged.
 */
export function refuseUnparsed(error: ClientError, socket: Socket, requestId: string, log: Logger | undefined): void {
  if (error.code === 'ECONNRESET' || refusedConnections.has(socket)) return
  refusedConnections.add(socket)
  const refusal = refusalOf(error)
  // A client that disconnects during a request is normal.
  const level = error.code === 'HPE_INVALID_EOF_STATE' ? 'debug' : 'info'
  log?.[level]({ requestId, status: refusal.status, reason: error.code }, 'request refused by the HTTP parser')
  whenEarlierAnswersAreOut(socket, () => {
    if (socket.writable && !isAnsweredEarly(socket)) sendLast(socket, rawAnswer(refusal, requestId))
    else socket.destroySoon()
  })
}

/** Waits for the responses of earlier requests on this connection, so that this error is not taken for one of them. */
function whenEarlierAnswersAreOut(socket: Socket, then: () => void): void {
  const { _httpMessage: answer } = socket as Socket & ConnectionState
  if (socket.destroyed) return
  if (answer === undefined || answer === null || !answer.req.complete) then()
  else answer.once('close', () => whenEarlierAnswersAreOut(socket, then))
}

/** Time in milliseconds for a client to read its last, short response. */
const LAST_WORD_MS = 5_000

/** Writes the last bytes and closes the connection when they are sent, or after the timeout. */
export function sendLast(socket: Socket, text: string): void {
  socket.on('error', () => {})
  socket.write(text)
  const end = setTimeout(() => socket.destroy(), LAST_WORD_MS).unref()
  socket.once('close', () => clearTimeout(end))
  socket.destroySoon()
}

/** Returns an HTTP/1.1 response with the envelope and `Connection: close`. */
export function rawAnswer(refusal: QuireError, requestId: string): string {
  const status = statusOf(refusal)
  const text = JSON.stringify(toEnvelope(refusal, requestId))
  const headers = [...headerList(requestId, STANDARD_HEADERS), ...headersOf(refusal)]
  headers.push('Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(Buffer.byteLength(text)))
  headers.push('Date', new Date().toUTCString(), 'Connection', 'close')
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
  for (let i = 0; i < headers.length; i += 2) head += `${headers[i]}: ${headers[i + 1]}\r\n`
  return `${head}\r\n${text}`
}

function refusalOf(error: ClientError): TransportRefusal {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return slowRequest()
  if (error.code === 'HPE_HEADER_OVERFLOW') return isInRequestLine(error.rawPacket) ? urlTooLong() : headersTooLarge()
  return malformedRequest()
}

/**
 * Node counts the request line as part of the headers and does not tell which was too long. The packet does: in the
 * first packet, a request line that is too long has no end. A later packet contains the end of the request line, or
 * only characters that a URL may contain.
 */
function isInRequestLine(packet: unknown): boolean {
  if (!Buffer.isBuffer(packet)) return false
  const text = packet.toString('latin1')
  const firstLine = text.split('\n', 1)[0] ?? ''
  if (/^[A-Z]+ /.test(text)) return firstLine.length === text.length
  return / HTTP\/1\.[01]\r?$/.test(firstLine) || !/[ \r\n]/.test(text)
}
