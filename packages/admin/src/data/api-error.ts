import { type ClientErrorCode, QuireError } from '@quirecms/sdk'

/** Error messages of Chromium, Firefox and Safari, and of Vite for styles. */
const SAID = /dynamically imported module|importing a module script failed|unable to preload css/i

/** Whether the code of a screen could not be loaded: offline, or replaced by a newer version of the app. */
export function isMissingCode(error: unknown): boolean {
  return error instanceof Error && SAID.test(error.message)
}

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
