/** A request that the service itself makes. Redirects are not followed. */
export interface OutgoingRequest {
  /** Over https, unless `isPrivate`. */
  readonly url: URL
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Ends it, however far it has come. */
  readonly signal: AbortSignal
  /** Also permits private addresses and http: only if the application itself configures the address. */
  readonly isPrivate?: boolean
}

/** Status and headers of the response. The body is not read. */
export interface OutgoingAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

/** Rejects with `ForbiddenAddress` where the address leads somewhere that requests don't go. */
export type SendRequest = (request: OutgoingRequest) => Promise<OutgoingAnswer>

/** The address leads somewhere that we don't go. */
export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress'
}
