import { LONGEST_TOKEN } from '../../contracts/auth.ts'
import { QuireError } from '../../contracts/errors.ts'
import type { StorageTransaction, StoredDocument } from '../../contracts/document-storage.ts'
import { type Call, readerOf } from '../../engine/call.ts'
import { lockAddress } from './attempts.ts'
import { MAILED_TOKENS, MAILS } from './auth-tables.ts'
import type { Purpose } from './mail-link.ts'
import { hashOfToken, newToken } from '../../engine/identity/tokens.ts'
import { addressOf, findUser, hashOfAddress } from './users.ts'

/**
 * What goes to one address, of each purpose: no more than this in any 15 minutes. All of these tokens work until they expire, so whoever
 * asks again and again for somebody else neither fills a mailbox nor takes from its owner the mail that came first.
 */
export const MOST_MAILS = 3
export const MAIL_WINDOW = 900_000

/** A mail that is to go out, by what is kept of it. */
export interface TokenRecord {
  /** A notice has no token, and the one that is kept for it opens nothing. */
  readonly purpose: Purpose | 'notice' | 'registration' | 'mention' | 'schedule' | 'factors'
  readonly address: string
  /** Empty where the token is nobody's. */
  readonly userId: string
  readonly lifetime: number
  /** So many go to the address within the window; null for as many as there are. */
  readonly most: number | null
  readonly mailId: string
  /** Of the token that an attempt to send the mail made before; null at the first. */
  readonly formerHash: string | null
}

/**
 * Keeps in mind that a mail goes to an address, by the token in it; null where the address has had its mails. A mail counts once, however
 * often it is tried: its new token takes the place of the one before.
 */
export async function keepToken(call: Call, record: TokenRecord): Promise<string | null> {
  const { purpose, address, userId, lifetime, most, mailId, formerHash } = record
  const token = newToken()
  const tokenHash = hashOfToken(token)
  const to = { collection: call.entity.slug, purpose, addressHash: hashOfAddress(address) }
  return call.runtime.storage.transaction(async ({ records }) => {
    const now = call.runtime.clock()
    // Of requests at the same time, on any number of instances, each sees those before it.
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
 * Takes a token out of use and returns its user. `invalid_token` for one that is unknown, expired or for something else, and for one
 * that went to an address which the user has no longer: it is in somebody else's mail.
 */
export async function redeemToken(
  call: Call,
  tx: StorageTransaction,
  purpose: Purpose,
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

/** A first look, before work is spent on the call. */
export async function checkToken(call: Call, purpose: Purpose, token: string): Promise<void> {
  const match = { ...matchOf(call, purpose, token), expiresAt: { above: call.runtime.clock().toISOString() } }
  const count = await readerOf(call).records.count(MAILED_TOKENS.name, match)
  if (count === 0) throw invalidToken()
}

function matchOf({ entity }: Call, purpose: Purpose, token: string) {
  return { tokenHash: hashOfToken(token.slice(0, LONGEST_TOKEN)), purpose, collection: entity.slug }
}

function invalidToken(): QuireError {
  return new QuireError('invalid_token', 'The token is unknown, was used already, or has expired. Ask for a new one.')
}
