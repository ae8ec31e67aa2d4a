import { QuireError } from '@quirecms/core'

/**
 * Refusal by the HTTP layer: `invalid_request`, with a status that is more precise than 400
 * (docs/contract/errors.md#malformed-requests).
 */
export class TransportRefusal extends QuireError {
  readonly status: 400 | 408 | 414 | 431

  constructor(status: 400 | 408 | 414 | 431, message: string) {
    super('invalid_request', message)
    this.status = status
  }
}

/** The path exists, but not for this method. The response lists the methods in `Allow`. */
export class MethodNotAllowed extends QuireError {
  readonly allow: readonly string[]

  constructor(method: string, allow: readonly string[], elsewhere?: string) {
    const accepted = `This path does not accept ${method}. It accepts ${allow.join(', ')}.`
    super('method_not_allowed', elsewhere === undefined ? accepted : `${accepted} ${elsewhere}`)
    this.allow = allow
  }
}

export const slowRequest = (): TransportRefusal => new TransportRefusal(408, 'The request did not arrive in time.')

export const urlTooLong = (): TransportRefusal => new TransportRefusal(414, 'The URL is too long.')

export const headersTooLarge = (): TransportRefusal => new TransportRefusal(431, 'The request headers are too large.')

export const malformedRequest = (): TransportRefusal =>
  new TransportRefusal(400, 'The request is not well-formed HTTP.')

/** The file has none of the requested bytes. The response tells its size in `Content-Range`. */
export class RangeNotSatisfiable extends QuireError {
  readonly size: number

  constructor(size: number) {
    super('range_not_satisfiable', `The file has ${size} bytes; ask for some of those.`)
    this.size = size
  }
}
