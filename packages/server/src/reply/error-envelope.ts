import type { ErrorCode, FeedPlaces, Issue, QuireError, SecondFactorChallenge } from '@quirecms/core'
import { asQuireError } from './foreign-errors.ts'
import { MethodNotAllowed, RangeNotSatisfiable, TransportRefusal } from './refusals.ts'
import { STATUS_OF_CODE } from './status-of-code.ts'

/** The error envelope (docs/contract/errors.md#envelope). */
export interface ErrorEnvelope {
  readonly error: {
    readonly code: ErrorCode
    readonly status: number
    readonly message: string
    readonly requestId: string
    readonly issues?: readonly Issue[]
    readonly challenge?: SecondFactorChallenge
  } & Partial<FeedPlaces>
}

/**
 * @example
 * toEnvelope(new QuireError('conflict', 'This slot is taken.'), 'r-1').error.status // 409
 */
export function toEnvelope(error: unknown, requestId: string): ErrorEnvelope {
  const shown = asQuireError(error)
  const { code, message, issues, challenge, feed } = shown
  const body = { code, status: statusOf(shown), message, requestId, ...(challenge && { challenge }), ...feed }
  return { error: issues === undefined || issues.length === 0 ? body : { ...body, issues } }
}

export function statusOf(error: QuireError): number {
  return error instanceof TransportRefusal ? error.status : STATUS_OF_CODE[error.code]
}

/** The same on every 401, so that no response reveals which part of a credential was wrong. */
const CHALLENGE = 'Session realm="api", Bearer realm="api"'

/** Headers of an error response, as a flat list of names and values. */
export function headersOf(error: QuireError): string[] {
  const headers: string[] = []
  if (error.retryAfter !== undefined) headers.push('Retry-After', String(Math.max(1, Math.ceil(error.retryAfter))))
  if (statusOf(error) === 401) headers.push('WWW-Authenticate', CHALLENGE)
  if (error instanceof MethodNotAllowed) headers.push('Allow', error.allow.join(', '))
  if (error instanceof RangeNotSatisfiable) headers.push('Content-Range', `bytes */${error.size}`)
  return headers
}
