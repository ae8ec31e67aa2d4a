import { QuireError } from '../contracts/errors.ts'

const leaked = new WeakSet<QuireError>()

/** Errors about the service rather than the call; nested and outer callers get the same. */
const OF_THE_SERVICE = new Set<QuireError['code']>(['unavailable', 'timeout'])

/** Marks errors of nested local calls; the outer call reports 500. */
export function leavingLocalCall(error: unknown): unknown {
  if (error instanceof QuireError && !OF_THE_SERVICE.has(error.code)) leaked.add(error)
  return error
}

/**
 * Converts an error of application code for the outer call. An error of a nested local call is the application's own
 * failure (docs/contract/application-code.md#nested-errors): that a hook failed to find a document must not tell the
 * caller that the requested document is missing. To refuse a call, application code throws a new `QuireError`.
 */
export function fromApplication(error: unknown): unknown {
  if (!(error instanceof QuireError) || !leaked.has(error)) return error
  return new QuireError('internal', 'Something went wrong in the application.', { cause: error })
}
