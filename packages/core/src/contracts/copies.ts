/** Declared by a feature that keeps several copies of each document, such as a working copy beside the live one. */
export interface Copies<Call> {
  /** Working copies may lack what is required, until something else checks that they are complete. */
  readonly mayBeIncomplete: boolean
  /**
   * The table that paths of rules and joins lead into, so that they reveal nothing about a copy that the caller may not
   * read.
   */
  forPaths(call: Call): string | Promise<string>
}

/** Which copies a call means, where that is not for its caller and its query to say. Only the feature that keeps copies acts on it. */
export interface MeantCopies<Call> {
  /** The call answers with the newest copy, which it wrote, and with related documents to match. */
  readonly answers?: 'newest'
  /** What it writes must be complete, even where working copies need not be. */
  readonly writes?: 'complete'
  /** Whose right to read working copies decides on those that it meets beside what its own caller reads. */
  readonly rightsOf?: Call
}
