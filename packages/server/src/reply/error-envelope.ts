import { type ErrorCode, type FeedPlaces, type Issue, QuireError, type SecondFactorChallenge } from '@quirecms/core'
import { errorCodes } from 'fastify'
import { malformedRequest, MethodNotAllowed, RangeNotSatisfiable, TransportRefusal, urlTooLong } from './refusals.ts'

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

/** Message for unexpected errors. Their own text appears only in the log (docs/contract/errors.md#internal-errors). */
const INTERNAL_MESSAGE = 'Something went wrong on the server. Find the details in its log, by the request id.'

/** Fastify errors that are the client's fault. All others are faults of the program. */
const OF_FASTIFY: readonly (readonly [refusal: new (...args: never[]) => Error, make: () => QuireError])[] = [
  [errorCodes.FST_ERR_BAD_URL, () => new TransportRefusal(400, 'The URL contains a wrong percent-encoding.')],
  [errorCodes.FST_ERR_MAX_PARAM_LENGTH, urlTooLong],
  [errorCodes.FST_ERR_NOT_FOUND, () => new QuireError('not_found', 'There is nothing at this path.')],
  [errorCodes.FST_ERR_CTP_BODY_TOO_LARGE, () => new QuireError('payload_too_large', 'The request body is too large.')],
  [
    errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE,
    () => new QuireError('unsupported_media_type', 'The content type of the request is not supported.'),
  ],
  [errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH, malformedRequest],
  [errorCodes.FST_ERR_ROUTE_MISSING_CONTENT_TYPE, malformedRequest],
]

/**
 * Maps Fastify's refusals to errors of the service; returns any other error unchanged. Compares classes, not codes,
 * because application code may throw an error with such a code.
 */
export function asRefusal(error: unknown): unknown {
  return OF_FASTIFY.find(([refusal]) => error instanceof refusal)?.[1]() ?? error
}

/** Returns the error that the client may see: a `QuireError` itself, any other as `internal`. */
export function asQuireError(error: unknown): QuireError {
  if (error instanceof QuireError && error.code !== 'internal') return error
  return new QuireError('internal', INTERNAL_MESSAGE, { cause: error })
}

/**
 * The only map from error codes to HTTP statuses (docs/contract/errors.md#codes). Refusals of the HTTP parser have
 * their own: refusals.ts.
 */
export const STATUS_OF_CODE: Readonly<Record<ErrorCode, number>> = {
  invalid_json: 400,
  invalid_query: 400,
  invalid_request: 400,
  invalid_if_match: 400,
  unauthenticated: 401,
  invalid_credentials: 401,
  second_factor: 401,
  invalid_token: 401,
  forbidden: 403,
  unverified: 403,
  cookie_required: 403,
  origin_not_allowed: 403,
  not_found: 404,
  method_not_allowed: 405,
  revision_conflict: 409,
  locked: 409,
  not_lock_holder: 409,
  referenced: 409,
  invalid_state: 409,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  host_not_allowed: 421,
  validation: 422,
  rate_limited: 429,
  too_many_attempts: 429,
  internal: 500,
  unavailable: 503,
  timeout: 503,
}
