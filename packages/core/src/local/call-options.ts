import type { Context } from '../contracts/access.ts'

/** Options of every call. */
export interface CallOptions {
  /** Travels through rules and hooks; a hook's own context joins its transaction. */
  readonly context?: Context
}
