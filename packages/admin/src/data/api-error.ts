import { type ClientErrorCode, QuireError } from '@quirecms/sdk'

export type Issue = QuireError['issues'][number]

/** Whether the service refused, with one of these codes if any are given. */
export function isApiError(error: unknown, ...codes: readonly ClientErrorCode[]): error is QuireError {
  return error instanceof QuireError && (codes.length === 0 || codes.includes(error.code))
}

/** No response: the network or the service is down. */
export function isOffline(error: unknown): boolean {
  return isApiError(error, 'network')
}

/** True if a retry may succeed: no response, a response of a proxy, or an overloaded service. */
export function mayPass(error: unknown): boolean {
  return isApiError(error, 'network', 'unavailable', 'timeout', 'rate_limited', 'unexpected_answer')
}
