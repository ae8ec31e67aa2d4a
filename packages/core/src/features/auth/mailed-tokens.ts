import { QuireError } from '../../contracts/errors.ts'
import type { RecordRow } from '../../contracts/records.ts'
import type { StorageTransaction, StoredDocument } from '../../contracts/storage.ts'
import type { Call } from '../../engine/call.ts'
import { forApplication } from '../../engine/read/present.ts'
import { MAILED_TOKENS } from './auth-tables.ts'
import { hashOfToken, LONGEST_TOKEN, newToken } from './tokens.ts'
import { authOf } from './users.ts'

export type Purpose = 'recovery' | 'verification'

const PAGES: Readonly<Record<Purpose, string>> = { recovery: 'reset-password', verification: 'verify' }

/** Makes a token and sends it. Never delays or fails the call that asked for it: what goes wrong is for the log. */
export function mailToken(call: Call, purpose: Purpose, user: StoredDocument): void {
  call.runtime.background(`mail for ${purpose}`, async () => {
    const mail = authOf(call)[purpose]
    const doc = forApplication(call, user)
    if (!mail || typeof doc['email'] !== 'string') return
    const token = newToken()
    const expiresAt = new Date(call.runtime.clock().getTime() + mail.lifetime).toISOString()
    await call.runtime.storage.transaction(async ({ records }) => {
      const owner = { collection: call.entity.slug, userId: user.id }
      // The newest one counts: an older mail is dead.
      await records.remove(MAILED_TOKENS.name, { ...owner, purpose })
      await records.insert(MAILED_TOKENS.name, { ...owner, purpose, tokenHash: hashOfToken(token), expiresAt })
    })
    await call.runtime.mailer.send(doc['email'], mail.template({ token, url: linkTo(call, purpose, token), user: doc }))
  })
}

/** Under the configured public address, never one that a request names (contract 2). */
function linkTo({ entity, runtime }: Call, purpose: Purpose, token: string): string | null {
  if (runtime.publicUrl === null) return null
  const url = new URL(`${runtime.publicUrl.replace(/\/$/, '')}/auth/${entity.slug}/${PAGES[purpose]}`)
  url.searchParams.set('token', token)
  return url.href
}

/** Takes a token out of use, whatever it was good for. `invalid_token` for one that is unknown, expired or for something else. */
export async function redeemToken(
  call: Call,
  tx: StorageTransaction,
  purpose: Purpose,
  token: string,
): Promise<{ readonly userId: string }> {
  const match = { tokenHash: hashOfToken(token.slice(0, LONGEST_TOKEN)), purpose, collection: call.entity.slug }
  const [found]: RecordRow[] = await tx.records.find(MAILED_TOKENS.name, match, { lock: true })
  const isGood = found && String(found['expiresAt']) > call.runtime.clock().toISOString()
  if (!isGood || (await tx.records.remove(MAILED_TOKENS.name, match)) === 0) {
    throw new QuireError('invalid_token', 'The token is unknown, used or expired.')
  }
  return { userId: String(found['userId']) }
}
