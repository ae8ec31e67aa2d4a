import type { Actor } from './access.ts'
import type { JsonObject } from './json.ts'

/**
 * Factors that a user has proven to sign in. A passkey with user verification counts as two factors. So does a
 * provider, which checks factors of its own.
 */
export type SessionFactor = 'password' | 'passkey' | 'totp' | 'recovery' | 'provider'

/** Methods of the second step. */
export const SECOND_FACTORS = ['totp', 'passkey', 'recovery'] as const

export type SecondFactor = (typeof SECOND_FACTORS)[number]

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

/** What a passkey response must match. */
export interface ExpectedOfPasskey {
  readonly challenge: string
  readonly origin: string
  readonly rpId: string
  /** Whether the authenticator must have verified the user. */
  readonly userVerification: boolean
}

export interface MadePasskey {
  readonly credentialId: string
  readonly publicKey: string
  readonly counter: number
  readonly isBackedUp: boolean
}

export interface UsedPasskey {
  readonly counter: number
  readonly isBackedUp: boolean
}

/** Accepted public key algorithms, as COSE identifiers: EdDSA, ES256, RS256. */
export const PASSKEY_ALGORITHMS = [-8, -7, -257] as const

/** Verifies WebAuthn responses. Both resolve to null for an invalid one. */
export interface PasskeyChecks {
  made(response: JsonObject, expected: ExpectedOfPasskey): Promise<MadePasskey | null>
  /** The caller compares the signature counter. */
  used(
    response: JsonObject,
    expected: ExpectedOfPasskey,
    passkey: { readonly credentialId: string; readonly publicKey: string },
  ): Promise<UsedPasskey | null>
}
