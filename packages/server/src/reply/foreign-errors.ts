import { QuireError } from '@quire/core'
import { malformedRequest, TransportRefusal, urlTooLong } from './refusals.ts'

/** The message for errors that have no code of ours. Their own text is only for the log (contract 6: `internal`). */
const INTERNAL_MESSAGE = 'Something went wrong on the server. You find the details in its log, under the request id.'

/** Fastify's own refusals, by its error code. All its other errors are bugs. */
const OF_FASTIFY: Readonly<Record<string, () => QuireError>> = {
  FST_ERR_BAD_URL: () => new TransportRefusal(400, 'The URL contains a wrong percent-encoding.'),
  FST_ERR_MAX_PARAM_LENGTH: urlTooLong,
  FST_ERR_NOT_FOUND: () => new QuireError('not_found', 'There is nothing at this path.'),
  FST_ERR_CTP_BODY_TOO_LARGE: () => new QuireError('payload_too_large', 'The request body is too large.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new QuireError('unsupported_media_type', 'The content type of the request is not supported.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: malformedRequest,
  FST_ERR_CTP_EMPTY_JSON_BODY: () => new QuireError('invalid_json', 'The request body is empty.'),
  FST_ERR_CTP_INVALID_JSON_BODY: () => new QuireError('invalid_json', 'The request body is not valid JSON.'),
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: malformedRequest,
  FST_ERR_HANDLER_TIMEOUT: () => new QuireError('timeout', 'The request took too long.'),
  // The client went away during its request, so nobody reads this answer.
  ECONNRESET: malformedRequest,
  ERR_STREAM_PREMATURE_CLOSE: malformedRequest,
}

/** The error as callers may see it: the error itself if it is one of ours, a mapped refusal, or `internal`. */
export function asQuireError(error: unknown): QuireError {
  if (error instanceof QuireError) {
    return error.code === 'internal' ? new QuireError('internal', INTERNAL_MESSAGE, { cause: error }) : error
  }
  const code = codeOf(error)
  const make = code !== undefined && Object.hasOwn(OF_FASTIFY, code) ? OF_FASTIFY[code] : undefined
  return make?.() ?? new QuireError('internal', INTERNAL_MESSAGE, { cause: error })
}

function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
