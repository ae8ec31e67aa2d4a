/** Without letters and digits that look alike. */
const SIGNS = 'abcdefghijkmnpqrstuvwxyz23456789'
const GROUPS = 4
const LENGTH = 5

/** Four groups of five characters: 100 bits, readable on the phone. */
export function proposePassword(): string {
  const numbers = crypto.getRandomValues(new Uint8Array(GROUPS * LENGTH))
  // 256 is a multiple of 32, so the characters are uniformly distributed.
  const text = [...numbers].map((number) => SIGNS[number % SIGNS.length]).join('')
  return Array.from({ length: GROUPS }, (_, at) => text.slice(at * LENGTH, (at + 1) * LENGTH)).join('-')
}
