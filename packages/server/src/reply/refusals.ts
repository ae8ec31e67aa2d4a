import { QuireError } from '@quire/core'

/** What the HTTP layer itself refuses: `invalid_request` with a status that says more than 400 (contract 6). */
export class TransportRefusal extends QuireError {
  readonly status: 400 | 408 | 414 | 431

  constructor(status: 400 | 408 | 414 | 431, message: string) {
    super('invalid_request', message)
    this.status = status
  }
}

/** A path that exists, but not for this method; the answer lists in `Allow` what it takes. */
export class MethodNotAllowed extends QuireError {
  readonly allow: readonly string[]

  /** `elsewhere` says where to do instead what the method is for. */
  constructor(method: string, allow: readonly string[], elsewhere?: string) {
    const taken = `This path does not take ${method}; it takes ${allow.join(', ')}.`
    super('method_not_allowed', elsewhere === undefined ? taken : `${taken} ${elsewhere}`)
    this.allow = allow
  }
}

export const slowRequest = (): TransportRefusal => new TransportRefusal(408, 'The request did not arrive in time.')

export const urlTooLong = (): TransportRefusal => new TransportRefusal(414, 'The URL is too long.')

export const headersTooLarge = (): TransportRefusal => new TransportRefusal(431, 'The request headers are too large.')

export const malformedRequest = (): TransportRefusal =>
  new TransportRefusal(400, 'The request is not well-formed HTTP.')
