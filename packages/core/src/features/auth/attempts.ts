import { createHash } from 'node:crypto'
import type { AuthOptions } from '../../contracts/auth.ts'
import { QuireError } from '../../contracts/errors.ts'
import type { RecordRow, RecordWriter } from '../../contracts/records.ts'
import type { Call } from '../../engine/call.ts'
import { ATTEMPTS } from './auth-tables.ts'
import { normalAddress } from './users.ts'

/**
 * Takes one of an address's attempts, before the password is looked at: so parallel guesses count one by one, and the service never
 * checks more of them than are allowed. Whether there is such a user makes no difference (contract 8).
 */
export async function takeAttempt(call: Call, auth: AuthOptions, address: string): Promise<void> {
  const { lockout } = auth
  if (!lockout) return
  const refused = await call.runtime.storage.transaction(async ({ records }) => {
    const now = call.runtime.clock()
    const found = await lockRecord(call, records, address, now)
    const until = found['lockedUntil']
    if (typeof until === 'string' && until > now.toISOString()) return Date.parse(until) - now.getTime()
    // A lock that is over starts anew.
    const failures = (until === null ? Number(found['failures']) : 0) + 1
    const isLast = failures >= lockout.attempts
    await records.update(ATTEMPTS.name, keyOf(call, address), {
      failures,
      lockedUntil: isLast ? new Date(now.getTime() + lockout.duration).toISOString() : null,
      updatedAt: now.toISOString(),
    })
    return null
  })
  if (refused === null) return
  throw new QuireError('too_many_attempts', 'Too many attempts. Try again later.', { retryAfter: refused / 1000 })
}

/** The record of an address, made where there is none, and nobody else's until the transaction ends. */
async function lockRecord(call: Call, records: RecordWriter, address: string, now: Date): Promise<RecordRow> {
  const key = keyOf(call, address)
  await records.insert(ATTEMPTS.name, { ...key, failures: 0, lockedUntil: null, updatedAt: now.toISOString() })
  const [found] = await records.find(ATTEMPTS.name, key, { lock: true })
  if (!found) throw new QuireError('internal', 'A record vanished while it was locked.')
  return found
}

/** After a success, an unlock or a reset: the address starts anew. */
export async function forgetAttempts(call: Call, records: RecordWriter, address: string): Promise<void> {
  await records.remove(ATTEMPTS.name, keyOf(call, address))
}

/** Addresses of strangers are not collected: only their hashes are kept. */
function keyOf({ entity }: Call, address: string): { collection: string; addressHash: string } {
  return {
    collection: entity.slug,
    addressHash: createHash('sha256').update(normalAddress(address)).digest('base64url'),
  }
}
