import {
  type Call,
  QuireError,
  type RecordOwner,
  type RecordReader,
  type RecordWriter,
  type SecondFactor,
  type SecondFactorChallenge,
  type StoredDocument,
} from '@quirecms/core/feature'
import { authOf } from '../users.ts'
import { beginChallenge, standingOf } from './challenges.ts'
import { factorsOfUser, methodsOf } from './factors-of-user.ts'

/** Second factors of which the user must show one after the password; empty if none is needed. */
export async function methodsDue(
  call: Call,
  records: RecordReader,
  owner: RecordOwner,
): Promise<readonly SecondFactor[]> {
  const { factors } = authOf(call)
  return factors ? methodsOf(await factorsOfUser(records, factors, owner)) : []
}

/** Begins the second step, or returns null if none is due. Call it only after the password was verified. */
export async function beginSecondStep(
  call: Call,
  records: RecordWriter,
  stored: StoredDocument,
  passwordHash: string,
): Promise<SecondFactorChallenge | null> {
  const owner = { collection: call.entity.slug, userId: stored.id }
  const methods = await methodsDue(call, records, owner)
  if (methods.length === 0) return null
  const standing = standingOf(passwordHash, stored)
  const { token, expiresAt } = await beginChallenge(call, records, { ...owner, purpose: 'secondFactor', standing })
  return { token, methods, expiresAt }
}

export function secondFactorDue(challenge: SecondFactorChallenge): QuireError {
  return new QuireError('second_factor', 'The password is correct. Send a second factor to sign in.', { challenge })
}
