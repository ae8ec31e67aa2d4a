import { defineService, type Mailer } from '@quirecms/core/feature'

export {
  type ExpectedOfPasskey,
  PASSKEY_ALGORITHMS,
  type PasskeyChecks,
  passkeyChecks,
  type UsedPasskey,
} from './factors/passkey-checks.ts'
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
