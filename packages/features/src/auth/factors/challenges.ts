import { createHash, randomBytes } from 'node:crypto'
import {
  type Call,
  hashOfToken,
  newToken,
  QuireError,
  type RecordReader,
  type RecordWriter,
  type StoredDocument,
} from '@quirecms/core/feature'
import { LONGEST_TOKEN } from '../sign-in-api.ts'
import { addressOf } from '../users.ts'
import { type ChallengePurpose, type ChallengeRow, CHALLENGES } from './factor-tables.ts'

const LIFETIME = 5 * 60_000

/**
 * Maximum number of pending challenges without a user, per collection: clients without an account must not fill the
 * disk.
 */
const MOST_OF_STRANGERS = 100_000

/** Maximum number of pending challenges per user. A new one evicts the oldest. */
const MOST_OF_A_USER = 20

export interface BegunChallenge {
  readonly token: string
  readonly challenge: string
  readonly expiresAt: string
}

interface ChallengeSubject {
  readonly purpose: ChallengePurpose
  readonly collection: string
  /** Empty if the user is not known yet. */
  readonly userId: string
  readonly standing: string
}

export async function beginChallenge(
  { runtime }: Call,
  records: RecordWriter,
  subject: ChallengeSubject,
): Promise<BegunChallenge> {
  if (subject.userId === '') await refuseTooMany(records, subject)
  const token = newToken()
  const challenge = randomBytes(32).toString('base64url')
  const expiresAt = new Date(runtime.clock().getTime() + LIFETIME).toISOString()
  await records.insert(CHALLENGES.name, { ...subject, tokenHash: hashOfToken(token), challenge, expiresAt })
  if (subject.userId !== '') await giveUpOldest(records, subject)
  return { token, challenge, expiresAt }
}

async function refuseTooMany(records: RecordWriter, { collection }: ChallengeSubject): Promise<void> {
  const strangers = { collection, userId: '' }
  const waiting = await records.count(CHALLENGES.name, strangers, undefined, MOST_OF_STRANGERS)
  if (waiting >= MOST_OF_STRANGERS)
    throw new QuireError('unavailable', 'Too many sign-ins at once. Try again soon.', { retryAfter: 60 })
}

async function giveUpOldest(records: RecordWriter, { collection, userId }: ChallengeSubject): Promise<void> {
  const surplus = await records.find(
    CHALLENGES.name,
    { collection, userId },
    { sort: { column: 'expiresAt', descending: true }, offset: MOST_OF_A_USER, limit: MOST_OF_A_USER },
  )
  for (const { tokenHash } of surplus) await records.remove(CHALLENGES.name, { tokenHash })
}

/** Returns the pending challenge of this token, purpose and collection, or throws `invalid_token`. */
export async function findChallenge(
  { runtime }: Call,
  records: RecordReader,
  { purpose, collection }: Pick<ChallengeSubject, 'purpose' | 'collection'>,
  token: string,
): Promise<ChallengeRow> {
  const match = { tokenHash: hashOfToken(token.slice(0, LONGEST_TOKEN)), purpose, collection }
  const [found] = await records.find(CHALLENGES.name, match)
  if (!found || found.expiresAt <= runtime.clock().toISOString()) throw noChallenge()
  return found
}

/** Deletes the challenge. Of concurrent calls one succeeds; the others get `invalid_token`. */
export async function useUp(records: RecordWriter, { tokenHash }: ChallengeRow): Promise<void> {
  if ((await records.remove(CHALLENGES.name, { tokenHash })) === 0) throw noChallenge()
}

function noChallenge(): QuireError {
  return new QuireError('invalid_token', 'This has expired or was already completed. Start again.')
}

/** Fingerprint of the password hash and the address, which must not change between the two steps. */
export function standingOf(passwordHash: string, stored: StoredDocument): string {
  return createHash('sha256')
    .update(`${passwordHash}\n${addressOf(stored)}`)
    .digest('base64url')
}
