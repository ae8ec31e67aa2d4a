import type { Context } from '../contracts/access.ts'

/** Options of every call. */
export interface CallOptions {
  /** Is passed on to rules and hooks. If you pass the context of a hook, the call joins its transaction. */
  readonly context?: Context
}
