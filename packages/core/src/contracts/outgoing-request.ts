/** A request that the service itself makes. Redirects are not followed. */
export interface OutgoingRequest {
  /** Over https, unless `isPrivate`. */
  readonly url: URL
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Ends it, however far it has come. */
  readonly signal: AbortSignal
  /** It may also go to addresses that are not public, and over http: only where the application itself names the address. */
  readonly isPrivate?: boolean
}

/** What is known of the answer. Its body is not read. */
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
