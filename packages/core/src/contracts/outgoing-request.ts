export interface OutgoingRequest {
  /** Over https, unless `isPrivate`. */
  readonly url: URL
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal: AbortSignal
  /** Also permits private addresses and http: only if the application itself configures the address. */
  readonly isPrivate?: boolean
}

/** Status and headers of the response. The body is not read. */
export interface OutgoingAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

export type SendRequest = (request: OutgoingRequest) => Promise<OutgoingAnswer>

/** The address is not allowed for outgoing requests. */
export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress'
}
