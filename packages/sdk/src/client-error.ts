import type { ErrorCode, FeedPlaces, Issue, SecondFactorChallenge } from '@quirecms/core'

/** Error codes of the service, and those that only the client can detect. */
export type ClientErrorCode =
  | ErrorCode
  /** No response: the network or the service is down. */
  | 'network'
  /** A response that is not from the service, such as from a proxy. */
  | 'unexpected_answer'

interface QuireErrorDetails {
  readonly status?: number | undefined
  readonly issues?: readonly Issue[] | undefined
  readonly requestId?: string | null | undefined
  readonly retryAfter?: number | undefined
  readonly challenge?: SecondFactorChallenge | undefined
  readonly feed?: FeedPlaces | undefined
  readonly cause?: unknown
}

/**
 * The only error class of the client. Decide by `code`; `message` is for people.
 *
 * @example
 * try { await client.collections.posts.update(id, data, { ifMatch }) }
 * catch (error) { if (error instanceof QuireError && error.code === 'revision_conflict') … }
 */
export class QuireError extends Error {
  override readonly name = 'QuireError'
  readonly code: ClientErrorCode
  /** The HTTP status; 0 without a response. */
  readonly status: number
  /** Problems of the input, by path; empty for other errors. */
  readonly issues: readonly Issue[]
  /** The id of the request in the service's log. */
  readonly requestId: string | undefined
  /** Seconds after which a retry may succeed. */
  readonly retryAfter: number | undefined
  /** With `second_factor`: the challenge for the second step of the login. */
  readonly challenge: SecondFactorChallenge | undefined
  /** For a gap behind a cursor of the change feed: the first available position, and the position to go on from. */
  readonly feed: FeedPlaces | undefined

  constructor(code: ClientErrorCode, message: string, details: QuireErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.code = code
    this.status = details.status ?? 0
    this.issues = details.issues ?? []
    this.requestId = details.requestId ?? undefined
    this.retryAfter = details.retryAfter
    this.challenge = details.challenge
    this.feed = details.feed
  }
}

export function errorOf(status: number, headers: Headers, body: unknown): QuireError {
  const requestId = headers.get('x-request-id')
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  const retryAfter = Number.isFinite(seconds) ? seconds : undefined
  if (!isEnvelope(body))
    return new QuireError('unexpected_answer', `The response, with status ${status}, is not from the service.`, {
      status,
      requestId,
      retryAfter,
    })
  const { code, message, issues, challenge, first, next } = body.error
  const feed = first !== undefined && next !== undefined ? { first, next } : undefined
  return new QuireError(code, message, { status, issues, requestId, retryAfter, challenge, feed })
}

interface Envelope {
  readonly error: {
    readonly code: ErrorCode
    readonly message: string
    readonly issues?: readonly Issue[]
    readonly challenge?: SecondFactorChallenge
  } & Partial<FeedPlaces>
}

function isEnvelope(body: unknown): body is Envelope {
  const error: unknown = (body as { error?: unknown } | null | undefined)?.error
  return typeof (error as { code?: unknown } | null | undefined)?.code === 'string'
}
