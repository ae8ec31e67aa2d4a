import type { Actor, CallRequest, Context } from './access.ts'
import type { Client, Credential } from './auth.ts'
import type { CallKey, KeyScopes } from './key-scopes.ts'

/** Who calls, and in which context. The same for HTTP, the local API and hooks. */
export interface Caller {
  readonly actor: Actor | null
  /** Bypasses the access rules, explicitly (`asSystem()`, migrations, scheduled work). */
  readonly system: boolean
  /** Background work on behalf of the actor, which asked for it earlier: locks don't hold it up. */
  readonly isJob?: true
  /** Aborted once the work is over that calls are made for: what goes on all the same has no more say in anything. */
  readonly over?: AbortSignal | undefined
  readonly context: Context
  /** How the actor proved who it is; absent in process. */
  readonly credential?: Credential | undefined
  /** The API key among credentials, and what it leaves of the actor's rights; without scopes, all of them. */
  readonly key?: CallKey | undefined
  readonly scopes?: KeyScopes | undefined
  /** The session is good for setting up a second factor, and for nothing else until then. */
  readonly mustSetUpFactor?: boolean | undefined
  readonly client?: Client | undefined
  /** The request that the call came with; absent in process. */
  readonly request?: CallRequest | undefined
}
