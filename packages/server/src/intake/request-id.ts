import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const ACCEPTABLE_ID = /^[A-Za-z0-9._-]{1,128}$/

/**
 * Ids must be unique, not secret: a random prefix per process, then a counter. (A random id per request costs 2 µs.)
 */
const processPart = randomBytes(12).toString('base64url')
let requests = 0

/** Returns the client's `X-Request-ID` if it is valid, otherwise a new id (docs/contract/requests.md#request-ids). */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && ACCEPTABLE_ID.test(given) ? given : newRequestId()
}

export function newRequestId(): string {
  return `${processPart}.${(++requests).toString(36)}`
}
