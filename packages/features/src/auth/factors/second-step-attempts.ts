import type { Call, RecordOwner, RecordWriter } from '@quirecms/core/feature'
import { forgetGuessesOf, takeAttempt } from '../attempts.ts'
import type { Guesser } from '../known-devices.ts'
import { authOf } from '../users.ts'

/** Fixed limit, whatever the lockout of passwords: six digits are quickly guessed without one. */
const ATTEMPTS = 5
const DURATION = 10 * 60_000

/** Guesses at the second step count per user. The key cannot collide: hashes of addresses have no colon. */
export function secondStepOf({ collection, userId }: RecordOwner): Guesser {
  return { collection, addressHash: `factor:${userId}`, device: null }
}

/**
 * Counts an attempt before anything is compared. The user can still enter the password, or sign in with a passkey
 * alone.
 */
export async function takeSecondStep(call: Call, owner: RecordOwner): Promise<void> {
  const auth = authOf(call)
  const lockout = { attempts: ATTEMPTS, duration: Math.max(auth.lockout?.duration ?? 0, DURATION) }
  await takeAttempt(call, { ...auth, lockout }, secondStepOf(owner))
}

export async function forgetSecondSteps(records: RecordWriter, owner: RecordOwner): Promise<void> {
  await forgetGuessesOf(records, secondStepOf(owner))
}
