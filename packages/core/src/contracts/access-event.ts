import type { ErrorCode } from './errors.ts'
import type { JsonValue } from './json.ts'
import type { Unit } from './unit-of-work.ts'

/**
 * What a feature does about something that no event of a document tells of: somebody signed in, made an API key, put off a publication; or
 * was refused. Of what was done, it hears in the transaction that does it: whatever it writes is there if that is, and only then, and what it throws
 * undoes it. Of a refusal it hears once everything is undone; what it throws then is logged.
 */
export type OnAccess<Call> = (call: Call, event: AccessEvent) => Promise<void>

export type AccessEvent = AccessDone | AccessRefused

/** What both say. */
interface OfAccess {
  /** `auth.login`, `schedule`, `comment.created`, …; the name of the operation where it has none of its own. */
  readonly action: string
  /** The document that it is about; null where it is about none, or about nobody that is known. */
  readonly documentId: string | null
  /** The address that somebody gave who is not signed in. Whether anybody has it is not said by that. */
  readonly address?: string
}

export interface AccessDone extends OfAccess {
  readonly outcome: 'done'
  readonly unit: Unit
  readonly revision?: number
  /** What it has changed, where that is worth telling. Never a secret. */
  readonly changes?: readonly AccessChange[]
}

export interface AccessRefused extends OfAccess {
  readonly outcome: 'refused'
  readonly code: ErrorCode
}

export interface AccessChange {
  readonly path: string
  readonly from: JsonValue
  readonly to: JsonValue
}
