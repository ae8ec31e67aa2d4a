import type { JsonObject } from './json.ts'

/** What a passkey response must match. */
export interface ExpectedOfPasskey {
  readonly challenge: string
  readonly origin: string
  readonly rpId: string
  /** Whether it must have made sure who uses it. */
  readonly userVerification: boolean
}

/** Properties of a new passkey. Bytes are in base64url. */
export interface MadePasskey {
  readonly credentialId: string
  readonly publicKey: string
  readonly counter: number
  readonly isBackedUp: boolean
}

/** State of a passkey after a login: signature counter and backup flag. */
export interface UsedPasskey {
  readonly counter: number
  readonly isBackedUp: boolean
}

/** The public keys that passkeys may have, as COSE calls them: EdDSA, ES256, RS256. */
export const PASSKEY_ALGORITHMS = [-8, -7, -257] as const

/** Checks what passkeys answer, by the standard (WebAuthn). Both resolve to null for what is not as it is expected, whatever that is. */
export interface PasskeyChecks {
  made(response: JsonObject, expected: ExpectedOfPasskey): Promise<MadePasskey | null>
  /** Whether its counter has gone back is for the caller to see. */
  used(
    response: JsonObject,
    expected: ExpectedOfPasskey,
    passkey: { readonly credentialId: string; readonly publicKey: string },
  ): Promise<UsedPasskey | null>
}
