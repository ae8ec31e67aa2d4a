import type { ErrorCode } from '@quirecms/core'

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
