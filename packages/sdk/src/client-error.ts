import type { ErrorCode, FeedPlaces, Issue, SecondFactorChallenge } from '@quirecms/core'

/** The codes of the service, and what only a client can find out. */
export type ClientErrorCode =
  | ErrorCode
  /** No answer came: the network is down, or the service is. */
  | 'network'
  /** Something answered, but not the service: a proxy, for example. */
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
 * The one error of the client. Decide by `code`; `message` is for people.
 *
 * @example
 * try { await client.collections.posts.update(id, data, { ifMatch }) }
 * catch (error) { if (error instanceof QuireError && error.code === 'revision_conflict') … }
 */
export class QuireError extends Error {
  override readonly name = 'QuireError'
  readonly code: ClientErrorCode
  /** The HTTP status; 0 if no answer came. */
  readonly status: number
  /** What is wrong with the input, by path; empty if that is not what is wrong. */
  readonly issues: readonly Issue[]
  /** Under which id the service's log knows the request. */
  readonly requestId: string | undefined
  /** Seconds after which a new attempt may succeed. */
  readonly retryAfter: number | undefined
  /** With `second_factor`: what the second step of the sign-in is made with. */
  readonly challenge: SecondFactorChallenge | undefined
  /** Where something is missing behind a cursor of the change feed: where what is kept begins, and where it ended by then. */
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

/** The error that an answer stands for. */
export function errorOf(status: number, headers: Headers, body: unknown): QuireError {
  const requestId = headers.get('x-request-id')
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  const retryAfter = Number.isFinite(seconds) ? seconds : undefined
  if (!isEnvelope(body))
    return new QuireError('unexpected_answer', `The answer, with status ${status}, is not one of the service.`, {
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
