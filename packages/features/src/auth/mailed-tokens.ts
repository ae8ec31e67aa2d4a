import {
  type Call,
  hashOfToken,
  newToken,
  QuireError,
  readerOf,
  type StorageTransaction,
  type StoredDocument,
} from '@quirecms/core/feature'
import { LONGEST_TOKEN } from './sign-in-api.ts'
import { lockAddress } from './attempts.ts'
import { MAIL_WINDOW, MAILED_TOKENS, MAILS } from './auth-tables.ts'
import type { MailLinkPurpose } from './mail-link.ts'
import { addressOf, findUser, hashOfAddress } from './users.ts'

/**
 * Maximum number of mails to one address for each purpose within 15 minutes. All their tokens work until they expire:
 * repeated requests by a stranger neither fill the mailbox nor invalidate an earlier mail.
 */
export const MOST_MAILS = 3

export interface TokenRecord {
  /** A notice contains no token; the stored one is never valid. */
  readonly purpose: MailLinkPurpose | 'notice' | 'registration' | 'mention' | 'schedule' | 'factors'
  readonly address: string
  /** Empty if the token belongs to no user. */
  readonly userId: string
  readonly lifetime: number
  /** Maximum number of mails to the address within the window; null for no limit. */
  readonly most: number | null
  readonly mailId: string
  /** Hash of the token of the previous attempt to send the mail; null at the first. */
  readonly formerHash: string | null
}

/**
 * Records a mail to an address with the hash of a new token, and returns the token; null if the address has reached
 * its limit. Retries of a mail count once: the new token replaces that of the previous attempt.
 */
export async function keepToken(call: Call, record: TokenRecord): Promise<string | null> {
  const { purpose, address, userId, lifetime, most, mailId, formerHash } = record
  const token = newToken()
  const tokenHash = hashOfToken(token)
  const to = { collection: call.entity.slug, purpose, addressHash: hashOfAddress(address) }
  return call.runtime.storage.transaction(async ({ records }) => {
    const now = call.runtime.clock()
    // The lock serializes requests for the same address on all instances.
    await lockAddress(call, records, address, now)
    const expiryIn = (milliseconds: number) => new Date(now.getTime() + milliseconds).toISOString()
    if (formerHash !== null) {
      await records.remove(MAILED_TOKENS.name, { tokenHash: formerHash })
    } else if (most !== null) {
      const newest = { sort: { column: 'expiresAt', descending: true }, limit: most } as const
      const last = (await records.find(MAILED_TOKENS.name, to, newest))[most - 1]
      if (last && last.expiresAt > expiryIn(lifetime - MAIL_WINDOW)) return null
    }
    await records.insert(MAILED_TOKENS.name, { ...to, userId, tokenHash, expiresAt: expiryIn(lifetime) })
    await records.update(MAILS.name, { id: mailId }, { tokenHash })
    return token
  })
}

/**
 * Deletes a token and returns its user. Throws `invalid_token` if the token is unknown, expired or for another
 * purpose, and if the user's address is no longer the one that the mail went to.
 */
export async function redeemToken(
  call: Call,
  tx: StorageTransaction,
  purpose: MailLinkPurpose,
  token: string,
): Promise<StoredDocument> {
  const match = matchOf(call, purpose, token)
  const [found] = await tx.records.find(MAILED_TOKENS.name, match, { lock: true })
  const isGood = found && found.expiresAt > call.runtime.clock().toISOString()
  if (!isGood || (await tx.records.remove(MAILED_TOKENS.name, match)) === 0) throw invalidToken()
  const user = await findUser(call.runtime, tx, call.entity, found.userId)
  if (!user || hashOfAddress(addressOf(user)) !== found.addressHash) throw invalidToken()
  return user
}

/** Checks the token without a lock, before expensive work is done for the call. */
export async function checkToken(call: Call, purpose: MailLinkPurpose, token: string): Promise<void> {
  const match = { ...matchOf(call, purpose, token), expiresAt: { above: call.runtime.clock().toISOString() } }
  const count = await readerOf(call).records.count(MAILED_TOKENS.name, match)
  if (count === 0) throw invalidToken()
}

function matchOf({ entity }: Call, purpose: MailLinkPurpose, token: string) {
  return { tokenHash: hashOfToken(token.slice(0, LONGEST_TOKEN)), purpose, collection: entity.slug }
}

function invalidToken(): QuireError {
  return new QuireError('invalid_token', 'The token is unknown, was used already, or has expired. Ask for a new one.')
}
