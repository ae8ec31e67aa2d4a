import { createHmac, timingSafeEqual } from 'node:crypto'

/** What apps count with that make one-time codes: the form of RFC 6238 that all of them know. */
const STEP = 30_000
const DIGITS = 6
export const SECRET_BYTES = 20

/** Clocks of phones are not that exact: the code before and the code after are as good. */
const WINDOW = 1

/** The code of a step (RFC 4226, with time as the counter). */
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

/** The step that a code is of, if it is a good one now and later than the last one that was used; null for any other. */
export function stepOfCode(secret: Uint8Array, code: string, now: Date, lastStep: number): number | null {
  const current = stepAt(now)
  let found: number | null = null
  // All of them are compared, so that the time tells nothing.
  for (let step = current - WINDOW; step <= current + WINDOW; step += 1)
    if (isSame(codeAt(secret, step), code) && step > lastStep) found = step
  return found
}

function isSame(expected: string, given: string): boolean {
  const [ours, theirs] = [Buffer.from(expected), Buffer.from(given)]
  return ours.length === theirs.length && timingSafeEqual(ours, theirs)
}

/** What a picture shows to an app, or a link opens it with. */
export function keyUri(issuer: string, account: string, secret: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const period = STEP / 1000
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${DIGITS}&period=${period}`
}
