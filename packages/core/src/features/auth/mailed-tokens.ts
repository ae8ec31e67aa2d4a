import type { MailContent } from '../../contracts/auth.ts'
import { QuireError } from '../../contracts/errors.ts'
import type { StorageTransaction, StoredDocument } from '../../contracts/storage.ts'
import { type Call, readerOf } from '../../engine/call.ts'
import { forApplication } from '../../engine/read/present.ts'
import { lockAddress } from './attempts.ts'
import { MAILED_TOKENS } from './auth-tables.ts'
import { mailLink, type Purpose } from './mail-link.ts'
import { type Mail, mailAfterCommit } from './mail-queue.ts'
import { hashOfToken, LONGEST_TOKEN, newToken } from './tokens.ts'
import { addressOf, authOf, findUser, hashOfAddress } from './users.ts'

/**
 * What goes to one address, of each purpose: no more than this in any 15 minutes. All of these tokens work until they expire, so whoever
 * asks again and again for somebody else neither fills a mailbox nor takes from its owner the mail that came first.
 */
const MOST_MAILS = 3
export const MAIL_WINDOW = 900_000

/** The mail that confirms the address of a new user. It goes out whatever strangers asked for before there was such a user. */
export function welcome(call: Call, user: StoredDocument): void {
  mailAfterCommit(call.runtime, 'verification', () => tokenMail(call, 'verification', addressOf(user), user, false))
}

/**
 * A mail with a new token; null where there is nobody to send it to, or where the address has had its mails. The same statements either
 * way: a token is kept for an address that is nobody's as well, which nobody is told and which opens nothing.
 */
export async function tokenMail(
  call: Call,
  purpose: Purpose,
  address: string,
  user: StoredDocument | null,
  isLimited = true,
): Promise<Mail | null> {
  const options = authOf(call)[purpose]
  if (!options || address === '') return null
  const token = await keepToken(call, purpose, address, user?.id ?? '', options.lifetime, isLimited)
  if (token === null || !user) return null
  const write = () =>
    options.template({ token, url: mailLink(call, purpose, options, token), user: forApplication(call, user) })
  return { to: addressOf(user), write }
}

/** A mail that says what has happened; null where the address has had its mails. */
export async function noticeMail(call: Call, address: string, write: () => MailContent): Promise<Mail | null> {
  if (address === '') return null
  const isKept = (await keepToken(call, 'notice', address, '', MAIL_WINDOW, true)) !== null
  return isKept ? { to: address, write } : null
}

/** Keeps in mind that a mail went to an address, by the token in it. A notice has none, and the one that is kept for it opens nothing. */
async function keepToken(
  call: Call,
  purpose: Purpose | 'notice',
  address: string,
  userId: string,
  lifetime: number,
  isLimited: boolean,
): Promise<string | null> {
  const token = newToken()
  const to = { collection: call.entity.slug, purpose, addressHash: hashOfAddress(address) }
  return call.runtime.storage.transaction(async ({ records }) => {
    const now = call.runtime.clock()
    // Of requests at the same time, on any number of instances, each sees those before it.
    await lockAddress(call, records, address, now)
    const newest = { sort: { column: 'expiresAt', descending: true }, limit: MOST_MAILS }
    const last = (await records.find(MAILED_TOKENS.name, to, newest))[MOST_MAILS - 1]
    const expiryIn = (milliseconds: number) => new Date(now.getTime() + milliseconds).toISOString()
    if (isLimited && last && String(last['expiresAt']) > expiryIn(lifetime - MAIL_WINDOW)) return null
    const row = { ...to, userId, tokenHash: hashOfToken(token), expiresAt: expiryIn(lifetime) }
    await records.insert(MAILED_TOKENS.name, row)
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
  const isGood = found && String(found['expiresAt']) > call.runtime.clock().toISOString()
  if (!isGood || (await tx.records.remove(MAILED_TOKENS.name, match)) === 0) throw invalidToken()
  const user = await findUser(call.runtime, tx, call.entity, String(found['userId']))
  if (!user || hashOfAddress(addressOf(user)) !== found['addressHash']) throw invalidToken()
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
