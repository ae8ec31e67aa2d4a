import { QuireError } from '../../contracts/errors.ts'
import type { StorageTransaction, StoredDocument } from '../../contracts/storage.ts'
import { type Call, readerOf } from '../../engine/call.ts'
import { forApplication } from '../../engine/read/present.ts'
import { MAILED_TOKENS } from './auth-tables.ts'
import { hashOfToken, LONGEST_TOKEN, newToken } from './tokens.ts'
import { addressOf, authOf, findUser, hashOfAddress } from './users.ts'

export type Purpose = 'recovery' | 'verification'

const PAGES: Readonly<Record<Purpose, string>> = { recovery: 'reset-password', verification: 'verify' }

/** Makes a token and sends it. Never delays or fails the call that asked for it: what goes wrong is for the log. */
export function mailToken(call: Call, purpose: Purpose, user: StoredDocument): void {
  call.runtime.background(`mail for ${purpose}`, async () => {
    const mail = authOf(call)[purpose]
    const address = addressOf(user)
    if (!mail || address === '') return
    const token = newToken()
    const expiresAt = new Date(call.runtime.clock().getTime() + mail.lifetime).toISOString()
    await call.runtime.storage.transaction(async ({ records }) => {
      const owner = { collection: call.entity.slug, userId: user.id }
      // The newest one counts: an older mail is dead.
      await records.remove(MAILED_TOKENS.name, { ...owner, purpose })
      const row = { ...owner, purpose, tokenHash: hashOfToken(token), addressHash: hashOfAddress(address), expiresAt }
      await records.insert(MAILED_TOKENS.name, row)
    })
    const args = { token, url: linkTo(call, purpose, token), user: forApplication(call, user) }
    await call.runtime.mailer.send(address, mail.template(args))
  })
}

/** Under the configured public address, never one that a request names (contract 2). */
function linkTo({ entity, runtime }: Call, purpose: Purpose, token: string): string | null {
  if (runtime.publicUrl === null) return null
  const url = new URL(`${runtime.publicUrl.replace(/\/$/, '')}/auth/${entity.slug}/${PAGES[purpose]}`)
  url.searchParams.set('token', token)
  return url.href
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
  const count = await readerOf(call).records.count(MAILED_TOKENS.name, matchOf(call, purpose, token))
  if (count === 0) throw invalidToken()
}

function matchOf({ entity }: Call, purpose: Purpose, token: string) {
  return { tokenHash: hashOfToken(token.slice(0, LONGEST_TOKEN)), purpose, collection: entity.slug }
}

function invalidToken(): QuireError {
  return new QuireError('invalid_token', 'The token is unknown, was used already, or has expired. Ask for a new one.')
}
