import type { SecondFactorChallenge } from './factors.ts'

/** Every `error.code` that the service can answer with (docs/contract/errors.md#codes). `server/reply` maps them to HTTP statuses. */
export const ERROR_CODES = [
  'invalid_json',
  'invalid_query',
  'invalid_request',
  'invalid_if_match',
  'unauthenticated',
  'invalid_credentials',
  'second_factor',
  'invalid_token',
  'forbidden',
  'unverified',
  'cookie_required',
  'origin_not_allowed',
  'not_found',
  'method_not_allowed',
  'revision_conflict',
  'locked',
  'not_lock_holder',
  'referenced',
  'invalid_state',
  'conflict',
  'payload_too_large',
  'range_not_satisfiable',
  'unsupported_media_type',
  'host_not_allowed',
  'validation',
  'rate_limited',
  'too_many_attempts',
  'internal',
  'unavailable',
  'timeout',
] as const

export type ErrorCode = (typeof ERROR_CODES)[number]

/** Every `error.issues[].code` (docs/contract/errors.md#issues). */
export const ISSUE_CODES = [
  'required',
  'type',
  'unknown_field',
  'min',
  'max',
  'min_length',
  'max_length',
  'min_rows',
  'max_rows',
  'format',
  'pattern',
  'option',
  'unique',
  'not_found',
  'forbidden',
  'read_only',
  'unreachable',
  'custom',
] as const

export type IssueCode = (typeof ISSUE_CODES)[number]

export interface Issue {
  readonly code: IssueCode
  /** Dotted, with row indexes: `sections.0.text`. The locale is not part of it. */
  readonly path: string
  readonly message: string
}

/** A problem in one value. `path` is relative to it: '' for the value itself. */
export interface ValueProblem {
  readonly code: IssueCode
  readonly path: string
  readonly message: string
}

/** Maximum number of issues in a response; an input may have more (docs/contract/errors.md#all-at-once). */
export const MOST_ISSUES = 100

export interface FeedPlaces {
  readonly first: string
  readonly next: string
}

export interface QuireErrorOptions {
  readonly issues?: readonly Issue[]
  /** With `second_factor`: the token for the second step. */
  readonly challenge?: SecondFactorChallenge
  /** For a gap after a cursor of the change feed: the first and last retained positions. */
  readonly feed?: FeedPlaces
  /** Seconds after which a new attempt may succeed; becomes `Retry-After`. A second with `timeout`. */
  readonly retryAfter?: number
  /** Only for the log; never part of an answer. */
  readonly cause?: unknown
}

/** Most time-outs come from load, which passes. */
const AFTER_TIMEOUT = 1

/**
 * The one error that callers see: over HTTP in the error envelope, in process as it is. It has a code, but no status.
 *
 * @example
 * throw new QuireError('conflict', 'This slot is taken.')
 */
export class QuireError extends Error {
  override readonly name = 'QuireError'
  readonly code: ErrorCode
  readonly issues: readonly Issue[] | undefined
  readonly retryAfter: number | undefined
  readonly challenge: SecondFactorChallenge | undefined
  readonly feed: FeedPlaces | undefined

  constructor(code: ErrorCode, message: string, options: QuireErrorOptions = {}) {
    const { issues = [], cause } = options
    const said =
      issues.length > MOST_ISSUES
        ? `${message} The first ${MOST_ISSUES} of ${issues.length} issues are listed.`
        : message
    super(said, cause === undefined ? undefined : { cause })
    this.code = code
    this.issues = options.issues?.slice(0, MOST_ISSUES)
    this.retryAfter = options.retryAfter ?? (code === 'timeout' ? AFTER_TIMEOUT : undefined)
    this.challenge = options.challenge
    this.feed = options.feed
  }
}

/** Text that not every database can store. The engine adds its path. */
export class UnstorableText extends QuireError {
  constructor(issues?: readonly Issue[]) {
    super('validation', 'A text holds a NUL or half of a surrogate pair.', issues && { issues })
  }
}
