/** Declared by a feature that keeps several copies of each document, such as a working copy beside the live one. */
export interface Copies<Call> {
  /** Working copies may lack required values until they are checked for completeness. */
  readonly mayBeIncomplete: boolean
  /** The table that paths of rules and joins use, so that they reveal nothing about unreadable copies. */
  forPaths(call: Call): string | Promise<string>
}

/**
 * Copies that a call reads and writes, if caller and query don't decide. Only the feature that stores copies uses it.
 */
export interface MeantCopies<Call> {
  /** The response is the newest copy, which the call wrote, with matching related documents. */
  readonly answers?: 'newest'
  /** Written content must be complete, even in working copies. */
  readonly writes?: 'complete'
  /** The call whose right to read working copies applies to related documents. */
  readonly rightsOf?: Call
}
