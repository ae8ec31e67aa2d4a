/** Without letters and digits that look alike. */
const SIGNS = 'abcdefghijkmnpqrstuvwxyz23456789'
const GROUPS = 4
const LENGTH = 5

/** Four groups of five signs: 100 bits, and still readable over a telephone. */
export function proposePassword(): string {
  const numbers = crypto.getRandomValues(new Uint8Array(GROUPS * LENGTH))
  // 32 signs divide 256, so each is equally likely.
  const text = [...numbers].map((number) => SIGNS[number % SIGNS.length]).join('')
  return Array.from({ length: GROUPS }, (_, at) => text.slice(at * LENGTH, (at + 1) * LENGTH)).join('-')
}
