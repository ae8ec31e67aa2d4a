/** At most so many characters, unless a field says otherwise. */
export const LONGEST_SLUG = 200

/** How much of the source is looked at: far more than a slug takes, since it may be full of what a slug leaves out. */
const LOOKED_AT = 4_000

/**
 * `'Über  die Straße!'` → `'uber-die-strasse'`. Letters of other scripts stay as they are. Only the start of a long source counts: to
 * normalise an endless run of accents takes the square of its length.
 */
export function slugify(source: string, longest = LONGEST_SLUG): string {
  const words = source
    .slice(0, LOOKED_AT)
    .toWellFormed()
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})[\u0300-\u036f]+/gu, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .replaceAll('ø', 'o')
    .replace(/['’]/gu, '')
    .replace(/[^\p{Ll}\p{Lm}\p{Lo}\p{M}\p{N}]+/gu, '-')
  // Lengths count code points.
  const kept = Array.from(words.replace(/^-/u, '')).slice(0, longest).join('')
  return kept.replace(/-$/u, '')
}
