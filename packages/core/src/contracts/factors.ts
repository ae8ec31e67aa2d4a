import type { Actor } from './access.ts'

/**
 * Factors that a user has proven to sign in. A passkey with user verification counts as two factors. So does a
 * provider, which checks factors of its own.
 */
export type SessionFactor = 'password' | 'passkey' | 'totp' | 'recovery' | 'provider'

/** What the second step of a sign-in takes. */
export const SECOND_FACTORS = ['totp', 'passkey', 'recovery'] as const

export type SecondFactor = (typeof SECOND_FACTORS)[number]

/** The function form of `auth.secondFactor`: whether this user must have a second factor. */
export type SecondFactorRule = (args: { readonly actor: Actor }) => boolean | Promise<boolean>

/** The resolved second factors of an auth collection that has some. */
export interface FactorOptions {
  readonly passkeys: { readonly rpName: string | null; readonly userVerification: 'required' | 'preferred' } | null
  readonly totp: { readonly issuer: string | null } | null
  readonly required: 'optional' | 'required' | SecondFactorRule
  readonly recoveryCodes: number
}

/** The second step for a user who has given the right password. */
export interface SecondFactorChallenge {
  /** What the second step is made with: good once, and for five minutes. */
  readonly token: string
  /** What this user can show. */
  readonly methods: readonly SecondFactor[]
  readonly expiresAt: string
}

/** What rules see of the session that an actor came with. */
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
