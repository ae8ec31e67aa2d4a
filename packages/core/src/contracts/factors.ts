import type { Actor } from './access.ts'

/**
 * Factors that a user has proven to sign in. A passkey with user verification counts as two factors. So does a
 * provider, which checks factors of its own.
 */
export type SessionFactor = 'password' | 'passkey' | 'totp' | 'recovery' | 'provider'

/** Methods of the second step. */
export type SecondFactor = 'totp' | 'passkey' | 'recovery'

/** The function form of `auth.secondFactor`: whether this user must have a second factor. */
export type SecondFactorRule = (args: { readonly actor: Actor }) => boolean | Promise<boolean>

export interface FactorOptions {
  readonly passkeys: { readonly rpName: string | null; readonly userVerification: 'required' | 'preferred' } | null
  readonly totp: { readonly issuer: string | null } | null
  readonly required: 'optional' | 'required' | SecondFactorRule
  readonly recoveryCodes: number
}

export interface SecondFactorChallenge {
  /** Token of the second step: single use, five minutes. */
  readonly token: string
  /** The methods that this user has. */
  readonly methods: readonly SecondFactor[]
  readonly expiresAt: string
}

/** The session of an actor, as rules see it. */
export interface ActorSession {
  readonly factors: readonly SessionFactor[]
}

export type FactorChange =
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'totpAdded'
  | 'totpRemoved'
  | 'recoveryCodesMade'
  | 'recoveryCodeUsed'
  | 'providerAdded'
  | 'providerRemoved'
  | 'reset'
