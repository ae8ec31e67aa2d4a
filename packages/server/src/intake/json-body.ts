import { QuireError } from '@quirecms/core'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { malformedRequest } from '../reply/refusals.ts'
import type { JsonLimits } from '@quirecms/core'
import { requestTooLarge } from './multipart-body.ts'
import { parseStrictJson } from './strict-json.ts'

/** Longer than any client sends. Longer values are not parsed, neither here nor in Fastify. */
const LONGEST_CONTENT_TYPE = 256

/**
 * JSON is UTF-8, so no other charset is allowed. Splits instead of matching, so that long runs of spaces take linear
 * time.
 */
function isJson(contentType: string): boolean {
  if (contentType.length > LONGEST_CONTENT_TYPE) return false
  const [type, parameter = '', ...rest] = contentType.split(';').map((part) => part.trim().toLowerCase())
  if (type !== 'application/json') return false
  if (parameter === '') return rest.length === 0
  const [name, value, ...more] = parameter.split('=').map((part) => part.trim())
  const isUtf8 = name === 'charset' && (value === 'utf-8' || value === '"utf-8"') && more.length === 0
  return isUtf8 && rest.join() === ''
}

function hasBody({ headers }: IncomingMessage): boolean {
  if (headers['transfer-encoding'] !== undefined) return true
  const length = headers['content-length']
  return length !== undefined && Number(length) !== 0
}

/** Refuses a request by its headers alone: an unexpected body, a wrong type, or a body that is too large. */
export function checkBodyHeaders(request: FastifyRequest): void {
  const { raw, policy } = request
  if (isMultipart(request)) {
    refuseCompressed(raw)
    const length = Number(raw.headers['content-length'])
    if (length > policy.multipartLimit) throw requestTooLarge(policy.multipartLimit)
    return
  }
  if (policy.body === 'multipart') {
    throw new QuireError(
      'unsupported_media_type',
      'Send the file as multipart/form-data, in a part with the name "file".',
    )
  }
  if (!hasBody(raw)) {
    if (policy.body === 'form') throw new QuireError('invalid_request', 'The body is missing. Send a form.')
    if (policy.body === 'required' || policy.body === 'multipartOrJson')
      throw new QuireError('invalid_json', 'The body is missing. Send a JSON object.')
    return
  }
  if (policy.body === 'stream') return
  if (policy.body === 'none') throw new QuireError('invalid_request', 'This request takes no body. Leave it out.')
  const { headers } = raw
  refuseCompressed(raw)
  if (policy.body === 'form') refuseUnlessForm(headers['content-type'])
  else if (headers['content-type'] === undefined || !isJson(headers['content-type'])) {
    throw new QuireError(
      'unsupported_media_type',
      'The body must be JSON in UTF-8. Send it with the header Content-Type: application/json.',
    )
  }
  if (Number(headers['content-length']) > policy.bodyLimit) throw tooLarge(policy.bodyLimit)
}

/** Whether the body is multipart, on a route that accepts it. The handler reads such a body. */
export function isMultipart({ raw, policy }: FastifyRequest): boolean {
  if (policy.body !== 'multipart' && policy.body !== 'multipartOrJson') return false
  const [type = ''] = (raw.headers['content-type'] ?? '').split(';', 1)
  return type.trim().toLowerCase() === 'multipart/form-data'
}

function refuseCompressed({ headers }: IncomingMessage): void {
  const encoding = headers['content-encoding']
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return
  throw new QuireError(
    'unsupported_media_type',
    'Compressed request bodies are not supported. Send the body uncompressed.',
  )
}

/**
 * Replaces Fastify's parsers. Every body comes here, after `checkBodyHeaders`; GET and HEAD have none. `request.body`
 * stays undefined if an `optional` body is missing.
 */
export function registerBodyParser(server: FastifyInstance, limits: JsonLimits): void {
  server.removeAllContentTypeParsers()
  // Fastify finds a named type faster than the asterisk, which serves `stream` routes.
  server.addContentTypeParser(['application/json', '*'], (request, raw, done) => {
    if (request.policy.body === 'stream' || isMultipart(request) || !hasBody(raw)) {
      done(null)
      return
    }
    readBytes(raw, request.policy.bodyLimit, (error, bytes) => {
      if (bytes === undefined) {
        done(error ?? malformedRequest())
        return
      }
      try {
        done(null, request.policy.body === 'form' ? parseForm(bytes) : parseStrictJson(bytes, limits))
      } catch (refusal) {
        done(refusal as Error)
      }
    })
  })
}

function refuseUnlessForm(contentType = ''): void {
  const [type = ''] = contentType.slice(0, LONGEST_CONTENT_TYPE).split(';', 1)
  if (type.trim().toLowerCase() !== 'application/x-www-form-urlencoded')
    throw new QuireError(
      'unsupported_media_type',
      'The body must be a form. Send it with the header Content-Type: application/x-www-form-urlencoded.',
    )
}

/** Refuses duplicate members, because their meaning is ambiguous. */
function parseForm(bytes: Uint8Array): Record<string, string> {
  const pairs = [...new URLSearchParams(Buffer.from(bytes).toString('utf8'))]
  const names = new Set(pairs.map(([name]) => name))
  if (names.size < pairs.length) throw new QuireError('invalid_request', 'The form has a member twice. Send it once.')
  return Object.fromEntries(pairs)
}

export function readBytes(
  request: IncomingMessage,
  limit: number,
  callback: (error: Error | null, bytes?: Uint8Array) => void,
): void {
  const chunks: Buffer[] = []
  let length = 0
  const onData = (chunk: Buffer): void => {
    length += chunk.length
    chunks.push(chunk)
    if (length > limit) finish(tooLarge(limit))
  }
  const onEnd = (): void => {
    const [only] = chunks
    finish(null, chunks.length === 1 ? only : Buffer.concat(chunks, length))
  }
  // The connection broke while the body was read: an error of the client, whatever Node reports.
  const onError = (): void => finish(malformedRequest())
  const finish = (error: Error | null, bytes?: Uint8Array): void => {
    request.off('data', onData).off('end', onEnd)
    // The error listener stays: a later error of the connection must not crash the process.
    callback(error, bytes)
  }
  request.on('data', onData).on('end', onEnd).on('error', onError)
}

function tooLarge(limit: number): QuireError {
  return new QuireError('payload_too_large', `The request body is too large: it may have at most ${limit} bytes.`)
}
