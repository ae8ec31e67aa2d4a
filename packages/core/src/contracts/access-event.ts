import type { ErrorCode } from './errors.ts'
import type { JsonValue } from './json.ts'
import type { Unit } from './document-storage.ts'

/**
 * Called for actions without a document event: a sign-in, a new API key, a scheduled publication, or a refusal. For an
 * action, it runs in the transaction of the action: its writes commit only together with the action, and an error rolls
 * the action back. For a refusal, it runs after the rollback, and an error is logged.
 */
export type OnAccess<Call> = (call: Call, event: AccessEvent) => Promise<void>

export type AccessEvent = AccessDone | AccessRefused

interface OfAccess {
  /** `auth.login`, `schedule`, `comment.created`, …; by default, the name of the operation. */
  readonly action: string
  /** The document that the event is about; null if there is none, or if the user is unknown. */
  readonly documentId: string | null
  /** The address that an anonymous caller gave. Does not show whether a user has it. */
  readonly address?: string
}

export interface AccessDone extends OfAccess {
  readonly outcome: 'done'
  readonly unit: Unit
  readonly revision?: number
  /** What it changed, if that matters. Never a secret. */
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
