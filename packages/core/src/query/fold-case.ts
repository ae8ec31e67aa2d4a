/**
 * Characters that whole-string lower case maps differently than code point by code point (İ, and Σ at the end of a
 * word), and letters added after Unicode 16, which PostgreSQL 18 does not know.
 */
const SPECIAL = /[İΣ\u{a7ce}\u{a7d2}\u{a7d4}\u{16ea0}-\u{16eb8}]/u

/**
 * Case folding for searches, the same on every database: maps each code point to its simple lower case. Full mappings
 * (which change the length, or depend on the neighbours as the Greek final sigma does) are left out, because databases
 * disagree on them.
 */
export function foldCase(text: string): string {
  if (!SPECIAL.test(text)) return text.toLowerCase()
  let folded = ''
  for (const character of text) folded += SPECIAL.test(character) ? foldSpecial(character) : character.toLowerCase()
  return folded
}

function foldSpecial(character: string): string {
  if (character === 'İ') return 'i'
  return character === 'Σ' ? 'σ' : character
}
