import {
  type AuthOptions,
  type Call,
  inTransaction,
  QuireError,
  readerOf,
  type RecordWriter,
  type Job,
  type Runtime,
} from '@quirecms/core/feature'
import { ATTEMPTS, type AttemptsRow, DAY } from './auth-tables.ts'
import type { Guesser } from './known-devices.ts'
import { hashOfAddress } from './users.ts'

const MOST_TRIES = 20

/**
 * Counts an attempt before the password is checked: parallel guesses count one by one, and the service never checks
 * more than are allowed. Whether the user exists makes no difference (docs/contract/authentication.md#lockout).
 */
export async function takeAttempt(call: Call, auth: AuthOptions, guesser: Guesser): Promise<void> {
  const { lockout } = auth
  if (!lockout) return
  // Refuse locked addresses without a transaction, so that continued guessing never waits for the write lock.
  const [known] = await readerOf(call).records.find(ATTEMPTS.name, attemptsKey(guesser))
  if (known) refuseWhileLocked(known, call.runtime.clock())
  await inTransaction(call, async ({ tx: { records } }) => {
    const now = call.runtime.clock()
    const found = await lockRecord(records, attemptsKey(guesser), now)
    refuseWhileLocked(found, now)
    // After an expired lock, the count starts at zero.
    const failures = (found.lockedUntil === null ? found.failures : 0) + 1
    const isLast = failures >= lockout.attempts
    await records.update(ATTEMPTS.name, attemptsKey(guesser), {
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

/** Creates the attempts record of an address if needed, and locks it until the transaction ends. */
export async function lockAddress(call: Call, records: RecordWriter, address: string, now: Date): Promise<AttemptsRow> {
  return lockRecord(records, addressKey(call, address), now)
}

async function lockRecord(records: RecordWriter, key: AttemptsKey, now: Date): Promise<AttemptsRow> {
  // A concurrent success can delete the record between the two statements.
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    await records.insert(ATTEMPTS.name, { ...key, failures: 0, lockedUntil: null, updatedAt: now.toISOString() })
    const [found] = await records.find(ATTEMPTS.name, key, { lock: true })
    if (found) return found
  }
  throw new QuireError('unavailable', 'Too many people are signing in at once. Try again in a moment.', {
    retryAfter: 1,
  })
}

/** Resets the attempts if the sign-in fails after the secret was found correct: then it was not a guess. */
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

/**
 * Resets the attempts of this guesser after a success. A known browser has its own count, so that of other clients
 * for the same address stays.
 */
export async function forgetGuessesOf(records: RecordWriter, guesser: Guesser): Promise<void> {
  await records.remove(ATTEMPTS.name, attemptsKey(guesser))
}

export async function forgetAttempts(call: Call, records: RecordWriter, address: string): Promise<void> {
  await records.remove(ATTEMPTS.name, addressKey(call, address))
}

type AttemptsKey = { readonly collection: string; readonly addressHash: string }

function attemptsKey({ collection, addressHash }: Guesser): AttemptsKey {
  return { collection, addressHash }
}

function addressKey({ entity }: Call, address: string): AttemptsKey {
  return { collection: entity.slug, addressHash: hashOfAddress(address) }
}

const EVERY = 60_000

/** Deletes failed sign-ins that no longer lock an address: how long that takes depends on the configuration. */
export const forgetOldAttempts: Job<Call> = {
  name: 'forgetAttempts',
  every: EVERY,
  async run({ runtime: { storage, clock, manifest } }) {
    const before = new Date(clock().getTime() - DAY - longestLock(manifest)).toISOString()
    const old = { updatedAt: { below: before } }
    const [first] = await storage.reader.records.find(ATTEMPTS.name, old, { limit: 1 })
    if (first) await storage.transaction(({ records }) => records.remove(ATTEMPTS.name, old))
  },
}

function longestLock({ collections }: Runtime['manifest']): number {
  return Math.max(...Object.values(collections).map(({ auth }) => auth?.lockout?.duration ?? 0))
}
