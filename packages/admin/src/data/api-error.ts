import { type ClientErrorCode, QuireError } from '@quire/sdk'

/** Whether the service refused, and with one of these codes. */
export function isApiError(error: unknown, ...codes: readonly ClientErrorCode[]): error is QuireError {
  return error instanceof QuireError && (codes.length === 0 || codes.includes(error.code))
}

/** No answer came: the network is down, or the service is. */
export function isOffline(error: unknown): boolean {
  return isApiError(error, 'network')
}
