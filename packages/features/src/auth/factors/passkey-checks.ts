import { defineService, type JsonObject } from '@quirecms/core/feature'

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

/** Loads its library on first use. */
export const passkeyChecks = defineService<PasskeyChecks>('passkey checks')
