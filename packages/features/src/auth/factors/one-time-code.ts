import { createHmac, timingSafeEqual } from 'node:crypto'

/** RFC 6238 with the parameters that all authenticator apps support. */
const STEP = 30_000
const DIGITS = 6
export const SECRET_BYTES = 20

/** Tolerates clock drift of phones: codes of the step before and after are valid, too. */
const WINDOW = 1

/** The code of a time step: RFC 4226 with time as the counter. */
export function codeAt(secret: Uint8Array, step: number, digits: number = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const offset = (hash.at(-1) as number) & 15
  const number = hash.readUInt32BE(offset) & 0x7f_ff_ff_ff
  return String(number % 10 ** digits).padStart(digits, '0')
}

export function stepAt(now: Date): number {
  return Math.floor(now.getTime() / STEP)
}

/** Returns the time step of a valid code that is later than the last one used; null for any other code. */
export function stepOfCode(secret: Uint8Array, code: string, now: Date, lastStep: number): number | null {
  const current = stepAt(now)
  let found: number | null = null
  // Compare with all codes: constant time.
  for (let step = current - WINDOW; step <= current + WINDOW; step += 1)
    if (isSame(codeAt(secret, step), code) && step > lastStep) found = step
  return found
}

function isSame(expected: string, given: string): boolean {
  const [ours, theirs] = [Buffer.from(expected), Buffer.from(given)]
  return ours.length === theirs.length && timingSafeEqual(ours, theirs)
}

export function keyUri(issuer: string, account: string, secret: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const period = STEP / 1000
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${DIGITS}&period=${period}`
}
