/**
 * In what calls differ, depending on where they are made: in process, or by a client elsewhere. Everything else about the methods of an
 * application is the same (docs/contract/command-line.md#one-shape), so their types are written once, for any such extra.
 */
export interface CallExtra {
  /** What every call takes besides its own options. */
  readonly options: object
  /** What calls that send a file take in addition. */
  readonly upload: object
  /** A file that is sent. */
  readonly file: unknown
  /** A file that is read. */
  readonly content: unknown
}
