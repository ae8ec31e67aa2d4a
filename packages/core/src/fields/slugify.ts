export const LONGEST_SLUG = 200

/**
 * Maximum length of the source that is read. It is larger than a slug, because the source may consist mostly of
 * characters that slugs leave out.
 */
const LOOKED_AT = 4_000

/**
 * `'Über  die Straße!'` → `'uber-die-strasse'`. Keeps letters of other scripts. Only reads the start of a long source:
 * normalizing a long run of accents takes quadratic time.
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
  const kept = Array.from(words.replace(/^-/u, '')).slice(0, longest).join('')
  return kept.replace(/-$/u, '')
}
