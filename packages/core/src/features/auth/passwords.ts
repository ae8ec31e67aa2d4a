import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { AuthOptions } from '../../contracts/auth.ts'
import { type Issue, QuireError } from '../../contracts/errors.ts'
import { isStorableText } from '../../query/operand.ts'

/** OWASP's recommendation for argon2id. Stored with each hash, so that a later change upgrades users as they sign in. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const TAG_BYTES = 32
const SALT_BYTES = 16

/**
 * argon2 runs on Node's thread pool of four. Two at once leave the other half to everything else, so that a storm of logins does not
 * starve the service; whoever comes when too many wait is sent away.
 */
const AT_ONCE = 2
const MOST_WAITING = 200

const derive = promisify(argon2)

let running = 0
const waiting: (() => void)[] = []

async function withSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running < AT_ONCE) running += 1
  else {
    if (waiting.length >= MOST_WAITING) {
      throw new QuireError('unavailable', 'Too many people are signing in at once. Try again in a moment.', {
        retryAfter: 1,
      })
    }
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  try {
    return await work()
  } finally {
    // The slot goes on to whoever waits longest; nobody who comes in between can take it.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** In the PHC form: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await compute(password, salt, COST)
  const { memory, passes, parallelism } = COST
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${salt.toString('base64url')}$${hash.toString('base64url')}`
}

function compute(password: string, nonce: Buffer, cost: typeof COST): Promise<Buffer> {
  return withSlot(() => derive('argon2id', { message: password, nonce, tagLength: TAG_BYTES, ...cost }))
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/

/** A hash that no password has; whoever is unknown costs the same work as whoever is known (contract 8). */
const NOBODY = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

export interface Verdict {
  readonly matches: boolean
  /** The hash was made with other costs than those in force. */
  readonly isOutdated: boolean
}

export async function verifyPassword(password: string, stored: string | null): Promise<Verdict> {
  const match = PHC.exec(stored ?? NOBODY)
  if (!match) throw new QuireError('internal', 'A stored password hash cannot be read.')
  const [, memory, passes, parallelism, salt = '', hash = ''] = match
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const found = await compute(password, Buffer.from(salt, 'base64url'), cost)
  const expected = Buffer.from(hash, 'base64url')
  const isSame = found.length === expected.length && timingSafeEqual(found, expected)
  const isOutdated = cost.memory !== COST.memory || cost.passes !== COST.passes || cost.parallelism !== COST.parallelism
  return { matches: stored !== null && isSame, isOutdated }
}

/** What is wrong with a new password; empty for a sound one. Lengths count code points (contract 8). */
export function passwordIssues(password: string, { password: { min, max } }: AuthOptions, path: string): Issue[] {
  const length = Array.from(password.slice(0, 2 * max + 2)).length
  if (length > max) {
    return [{ code: 'max_length', path, message: `Must have at most ${max} characters.` }]
  }
  if (length < min) return [{ code: 'min_length', path, message: `Must have at least ${min} characters.` }]
  return isStorableText(password) ? [] : [{ code: 'format', path, message: 'Must be plain text.' }]
}
