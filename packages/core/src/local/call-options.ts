import type { Context } from '../contracts/access.ts'
import type { StreamedContent } from '../contracts/answer.ts'
import type { CallExtra } from '../operations/document-options.ts'
import type { GivenFile } from './read-arguments.ts'

export interface CallOptions {
  /** Passed to rules and hooks. With the context of a hook, the call joins its transaction. */
  readonly context?: Context
}

export interface LocalCall extends CallExtra {
  readonly options: CallOptions
  readonly file: GivenFile
  readonly content: StreamedContent
}
