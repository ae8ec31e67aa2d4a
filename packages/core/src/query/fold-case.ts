/**
 * Case folding for searches, the same on every database: each code point to its simple lower case. Full mappings (which change the
 * length, or depend on the neighbours as the Greek final sigma does) are left out, because databases disagree on them.
 */
export function foldCase(text: string): string {
  const lower = text.toLowerCase()
  // Only two things make the whole-string form differ from the code point by code point one.
  if (!text.includes('İ') && !text.includes('Σ')) return lower
  let folded = ''
  for (const character of text) folded += character === 'İ' ? 'i' : character.toLowerCase()
  return folded
}
