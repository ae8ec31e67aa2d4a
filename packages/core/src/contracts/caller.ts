import type { Actor, CallKey, CallRequest, Context, KeyScopes } from './access.ts'
import type { ClientOrigin, Credential } from './auth.ts'

export interface Caller {
  readonly actor: Actor | null
  /** Bypasses the access rules, explicitly (`asSystem()`, migrations, scheduled work). */
  readonly system: boolean
  /** Background work for the actor: edit locks don't apply. */
  readonly isJob?: true
  /** Aborted when the surrounding work has ended: later calls are refused. */
  readonly signal?: AbortSignal | undefined
  readonly context: Context
  /** How the actor authenticated; absent in process. */
  readonly credential?: Credential | undefined
  /** The API key of the call, and its scopes; without scopes, all rights of the actor. */
  readonly key?: CallKey | undefined
  readonly scopes?: KeyScopes | undefined
  /** What the user must do first, as a sentence. Other operations than those `whileHeldBack` are refused with it. */
  readonly heldBack?: string | undefined
  readonly client?: ClientOrigin | undefined
  /** The HTTP request; absent in process. */
  readonly request?: CallRequest | undefined
}
