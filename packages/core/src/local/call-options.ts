import type { Context } from '../contracts/access.ts'
import type { StreamedContent } from '../contracts/answer.ts'
import type { GivenFile } from './given-file.ts'

/** Options of every call of the local API. */
export interface CallOptions {
  /** Is passed on to rules and hooks. If you pass the context of a hook, the call joins its transaction. */
  readonly context?: Context
}

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

/** The calls of the local API. */
export interface LocalCall extends CallExtra {
  readonly options: CallOptions
  readonly file: GivenFile
  readonly content: StreamedContent
}
