import { QuireError } from '@quirecms/core'
import { errorCodes } from 'fastify'
import { malformedRequest, TransportRefusal, urlTooLong } from './refusals.ts'

/** Message for unexpected errors. Their own text appears only in the log (docs/contract/errors.md#internal-errors). */
const INTERNAL_MESSAGE = 'Something went wrong on the server. You find the details in its log, under the request id.'

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
