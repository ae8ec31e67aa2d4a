import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { type AuthOptions, isStorableText, type Issue, QuireError } from '@quirecms/core/feature'
import type { CredentialsRow } from './auth-tables.ts'
import { BoundedQueue, type QueueSlot } from './bounded-queue.ts'

/**
 * OWASP's recommendation for argon2id. Each hash stores its parameters; a sign-in rehashes passwords with outdated
 * ones.
 */
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const TAG_BYTES = 32
const SALT_BYTES = 16

/** Maximum number of running and waiting hashes. At the cost above, the last one waits for some seconds. */
const PLACES = 200
const MOST_AT_ONCE = 2

/**
 * argon2 uses a whole core, and a thread of the pool that also compresses answers and resolves host names. Half of
 * the pool and one core stay free, so that many sign-ins don't starve the rest of the service.
 */
export function hashesAtOnce(threads: number, cores: number): number {
  return Math.max(1, Math.min(MOST_AT_ONCE, Math.floor(threads / 2), cores - 1))
}

const queue = new BoundedQueue({
  atOnce: hashesAtOnce(Number(process.env['UV_THREADPOOL_SIZE'] ?? 4), availableParallelism()),
  places: PLACES,
  refusal: 'Too many sign-ins at once. Try again soon.',
})

/** Takes a place in the queue, or throws `unavailable`, before anything is written for the call. */
export function inHashQueue<T>(work: (place: QueueSlot) => Promise<T>): Promise<T> {
  return queue.hold(work)
}

const derive = promisify(argon2)

/** PHC format: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. */
export async function hashPassword(password: string, place: QueueSlot): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await compute(password, salt, COST, place)
  const { memory, passes, parallelism } = COST
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${salt.toString('base64url')}$${hash.toString('base64url')}`
}

function compute(password: string, nonce: Buffer, cost: typeof COST, place: QueueSlot): Promise<Buffer> {
  return place.run(() => derive('argon2id', { message: password, nonce, tagLength: TAG_BYTES, ...cost }))
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/

/**
 * A hash that no password matches. Unknown users take the same work as known ones
 * (docs/contract/authentication.md#passwords).
 */
const UNKNOWN_USER = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Hash of a user's password; null for users without a password. */
export function passwordOf(credentials: Pick<CredentialsRow, 'passwordHash'> | undefined): string | null {
  return credentials?.passwordHash || null
}

export interface PasswordVerdict {
  readonly matches: boolean
  /** The hash has other parameters than the current ones. */
  readonly isOutdated: boolean
}

export async function verifyPassword(
  password: string,
  stored: string | null,
  place: QueueSlot,
): Promise<PasswordVerdict> {
  const match = PHC.exec(stored ?? UNKNOWN_USER)
  if (!match) throw new QuireError('internal', 'A stored password hash cannot be read.')
  const [, memory, passes, parallelism, salt = '', hash = ''] = match
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const found = await compute(password, Buffer.from(salt, 'base64url'), cost, place)
  const expected = Buffer.from(hash, 'base64url')
  const isSame = found.length === expected.length && timingSafeEqual(found, expected)
  const isOutdated = cost.memory !== COST.memory || cost.passes !== COST.passes || cost.parallelism !== COST.parallelism
  return { matches: stored !== null && isSame, isOutdated }
}

function characters(count: number): string {
  return `${count} ${count === 1 ? 'character' : 'characters'}`
}

/**
 * Issues of a new password; empty for a valid one. Lengths count code points
 * (docs/contract/authentication.md#passwords).
 */
export function passwordIssues(password: string, { password: { min, max } }: AuthOptions, path: string): Issue[] {
  const length = Array.from(password.slice(0, 2 * max + 2)).length
  if (length > max) {
    return [{ code: 'max_length', path, message: `Must have at most ${characters(max)}.` }]
  }
  if (length < min) return [{ code: 'min_length', path, message: `Must have at least ${characters(min)}.` }]
  return isStorableText(password) ? [] : [{ code: 'format', path, message: 'Must be plain text.' }]
}
