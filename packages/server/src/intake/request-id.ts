import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const ACCEPTABLE_ID = /^[A-Za-z0-9._-]{1,128}$/

/** Ids must be unique, not secret: random for each process, then counted. (A random one for each request costs 2 µs.) */
const processPart = randomBytes(12).toString('base64url')
let requests = 0

/** The client's `X-Request-ID` if it is of the accepted form, else a new one (docs/contract/requests.md#request-ids). */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && ACCEPTABLE_ID.test(given) ? given : newRequestId()
}

export function newRequestId(): string {
  return `${processPart}.${(++requests).toString(36)}`
}
