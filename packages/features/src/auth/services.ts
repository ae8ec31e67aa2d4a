import { defineService, type Mailer, type JsonObject } from '@quirecms/core/feature'

export {
  type EndedAtProvider,
  type ExpectedCallback,
  type ProvedIdentity,
  type ProviderClient,
  providerClient,
} from './provider-client.ts'

/**
 * Encrypts secrets that must be recoverable, such as those of one-time codes. Without `QUIRE_SECRET`, the database
 * reveals none of them.
 */
export interface Keyring {
  /**
   * Encrypts with the newest key. `about` is additional authenticated data: the text opens only with the same `about`,
   * so it cannot be moved to another record.
   */
  seal(text: string, about: string): string
  /** Decrypts with any key of the ring. Throws `internal` if no key fits. */
  open(sealed: string, about: string): string
  /** Whether the newest key was used; if not, encrypt again, so that the old key can be removed. */
  isCurrent(sealed: string): boolean
}

/** Null without `QUIRE_SECRET`. */
export const keyring = defineService<Keyring | null>('keyring')

export const mailer = defineService<Mailer>('mailer')

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
