import type { Context } from '../contracts/access.ts'
import type { StreamedContent } from '../contracts/answer.ts'
import type { CallExtra } from '../operations/call-extra.ts'
import type { GivenFile } from './given-file.ts'

/** Options of every call of the local API. */
export interface CallOptions {
  /** Is passed on to rules and hooks. If you pass the context of a hook, the call joins its transaction. */
  readonly context?: Context
}

/** The calls of the local API. */
export interface LocalCall extends CallExtra {
  readonly options: CallOptions
  readonly file: GivenFile
  readonly content: StreamedContent
}
