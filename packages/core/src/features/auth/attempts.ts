import type { AuthOptions } from '../../contracts/auth.ts'
import { QuireError } from '../../contracts/errors.ts'
import type { RecordWriter } from '../../contracts/records.ts'
import { type Call, readerOf } from '../../engine/call.ts'
import { inTransaction } from '../../engine/in-transaction.ts'
import { ATTEMPTS, type AttemptsRow } from './auth-tables.ts'
import type { Guesser } from './known-devices.ts'
import { hashOfAddress } from './users.ts'

const MOST_TRIES = 20

/**
 * Takes one of the attempts at an address, before the password is looked at: so parallel guesses count one by one, and the service never
 * checks more of them than are allowed. Whether there is such a user makes no difference (docs/contract/authentication.md#lockout).
 */
export async function takeAttempt(call: Call, auth: AuthOptions, guesser: Guesser): Promise<void> {
  const { lockout } = auth
  if (!lockout) return
  // Whoever is locked out is sent away without a transaction, so that guesses which go on and on hold up nobody who writes.
  const [known] = await readerOf(call).records.find(ATTEMPTS.name, keyOf(guesser))
  if (known) refuseWhileLocked(known, call.runtime.clock())
  await inTransaction(call, async ({ tx: { records } }) => {
    const now = call.runtime.clock()
    const found = await lockRecord(records, keyOf(guesser), now)
    refuseWhileLocked(found, now)
    // A lock that is over starts anew.
    const failures = (found.lockedUntil === null ? found.failures : 0) + 1
    const isLast = failures >= lockout.attempts
    await records.update(ATTEMPTS.name, keyOf(guesser), {
      failures,
      lockedUntil: isLast ? new Date(now.getTime() + lockout.duration).toISOString() : null,
      updatedAt: now.toISOString(),
    })
  })
}

function refuseWhileLocked({ lockedUntil }: AttemptsRow, now: Date): void {
  if (lockedUntil === null || lockedUntil <= now.toISOString()) return
  const retryAfter = (Date.parse(lockedUntil) - now.getTime()) / 1000
  throw new QuireError('too_many_attempts', 'Too many attempts. Try again later.', { retryAfter })
}

/** The record of an address, made where there is none, and nobody else's until the transaction ends. */
export async function lockAddress(call: Call, records: RecordWriter, address: string, now: Date): Promise<AttemptsRow> {
  return lockRecord(records, addressKey(call, address), now)
}

async function lockRecord(records: RecordWriter, key: AttemptsKey, now: Date): Promise<AttemptsRow> {
  // A success at the same time takes the record away between the two statements.
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    await records.insert(ATTEMPTS.name, { ...key, failures: 0, lockedUntil: null, updatedAt: now.toISOString() })
    const [found] = await records.find(ATTEMPTS.name, key, { lock: true })
    if (found) return found
  }
  throw new QuireError('unavailable', 'Too many people are signing in at once. Try again in a moment.', {
    retryAfter: 1,
  })
}

/** Whoever knows the secret has not guessed, whatever else keeps it from coming in. */
export async function asNoGuess<T>(call: Call, guesser: Guesser, signIn: () => Promise<T>): Promise<T> {
  try {
    return await signIn()
  } catch (error) {
    const isGuess = error instanceof QuireError && error.code === 'invalid_credentials'
    if (!isGuess) {
      await inTransaction(call, ({ tx }) => forgetGuessesOf(tx.records, guesser))
    }
    throw error
  }
}

/** After a success: whoever it was starts anew. Strangers who have used up the attempts of the address don't, if it was a known browser. */
export async function forgetGuessesOf(records: RecordWriter, guesser: Guesser): Promise<void> {
  await records.remove(ATTEMPTS.name, keyOf(guesser))
}

/** After an unlock or a reset: the address starts anew. */
export async function forgetAttempts(call: Call, records: RecordWriter, address: string): Promise<void> {
  await records.remove(ATTEMPTS.name, addressKey(call, address))
}

type AttemptsKey = { readonly collection: string; readonly addressHash: string }

function keyOf({ collection, addressHash }: Guesser): AttemptsKey {
  return { collection, addressHash }
}

function addressKey({ entity }: Call, address: string): AttemptsKey {
  return { collection: entity.slug, addressHash: hashOfAddress(address) }
}
