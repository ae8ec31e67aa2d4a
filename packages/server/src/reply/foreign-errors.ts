import { QuireError } from '@quirecms/core'
import { errorCodes } from 'fastify'
import { malformedRequest, TransportRefusal, urlTooLong } from './refusals.ts'

/** The message for errors that have no code of ours. Their own text is only for the log (docs/contract/errors.md#internal-errors). */
const INTERNAL_MESSAGE = 'Something went wrong on the server. You find the details in its log, under the request id.'

/** Fastify's own refusals of requests. All its other errors are faults of the program. */
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
 * What Fastify hands over: its own refusals are the client's; anything else is passed on as it is. By class and not by code, since
 * application code may throw what merely carries such a code.
 */
export function asRefusal(error: unknown): unknown {
  return OF_FASTIFY.find(([refusal]) => error instanceof refusal)?.[1]() ?? error
}

/** The error as callers may see it: itself if it is one of ours, else `internal`. */
export function asQuireError(error: unknown): QuireError {
  if (error instanceof QuireError && error.code !== 'internal') return error
  return new QuireError('internal', INTERNAL_MESSAGE, { cause: error })
}
