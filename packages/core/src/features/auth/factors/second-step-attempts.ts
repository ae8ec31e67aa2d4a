import type { RecordWriter } from '../../../contracts/records.ts'
import type { Call } from '../../../engine/call.ts'
import type { RecordOwner } from '../../../engine/identity/signed-in.ts'
import { forgetGuessesOf, takeAttempt } from '../attempts.ts'
import type { Guesser } from '../known-devices.ts'
import { authOf } from '../users.ts'

/** However often and how soon a password may be tried again: a code has six digits, and is guessed in no time by whoever may go on and on. */
const ATTEMPTS = 5
const DURATION = 10 * 60_000

/** Guesses at the second step are those at a user, who is known by then. No hash of an address has a colon. */
export function secondStepOf({ collection, userId }: RecordOwner): Guesser {
  return { collection, addressHash: `factor:${userId}`, device: null }
}

/** Takes an attempt before anything is compared. Whoever is locked out here can still give the password, and come in with a passkey alone. */
export async function takeSecondStep(call: Call, owner: RecordOwner): Promise<void> {
  const auth = authOf(call)
  const lockout = { attempts: ATTEMPTS, duration: Math.max(auth.lockout?.duration ?? 0, DURATION) }
  await takeAttempt(call, { ...auth, lockout }, secondStepOf(owner))
}

export async function forgetSecondSteps(records: RecordWriter, owner: RecordOwner): Promise<void> {
  await forgetGuessesOf(records, secondStepOf(owner))
}
