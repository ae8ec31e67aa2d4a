import { defineFieldType, NO_PROBLEMS } from './define-field-type.ts'
import { aText } from './option-kinds.ts'
import { type TextLikeOptions, textLike, textLikeOptions, textSchema } from './text-like.ts'

export interface SlugOptions extends Omit<TextLikeOptions, 'pattern'> {
  /** The field beside it that the slug of a new document is derived from, if none is given. */
  readonly from?: string
}

/** Words of lowercase letters and digits, in any script, joined by single hyphens. */
const SLUG = /^[\p{Ll}\p{Lm}\p{Lo}\p{M}\p{N}]+(?:-[\p{Ll}\p{Lm}\p{Lo}\p{M}\p{N}]+)*$/u

/**
 * The same as far as ASCII goes, for schemas: it means the same with the flag `u` and without it, which many readers of JSON Schema
 * don't set. What other characters are letters, `SLUG` knows.
 */
const SLUG_IN_SCHEMAS = '^[^\\x00-/:-`{-\\x7f]+(?:-[^\\x00-/:-`{-\\x7f]+)*$'
const LONGEST = 200

const { pattern: _pattern, ...options } = textLikeOptions

/** The part of an address that names a document. At most 200 characters by default. */
export const slug = defineFieldType<SlugOptions, string>()({
  storedAs: textLike.storedAs,
  operators: textLike.operators,
  problems: textLike.problems,
  name: 'slug',
  options: { ...options, from: aText },
  schema: (given) => ({ ...textSchema(given, LONGEST), pattern: SLUG_IN_SCHEMAS }),
  check: (value) =>
    SLUG.test(value)
      ? NO_PROBLEMS
      : [{ code: 'pattern', path: '', message: 'Use lowercase letters, digits and single hyphens: my-first-post.' }],
  manifest: ({ minLength, maxLength, from }) => ({ minLength, maxLength, from }),
  derivesFrom: ({ from }) => from ?? null,
  takesSuffix: true,
  derive: (siblings, { from, maxLength = LONGEST }) => {
    const source = from === undefined ? undefined : siblings[from]
    return typeof source === 'string' ? slugify(source, maxLength) || undefined : undefined
  },
  another: (value, number, { maxLength = LONGEST }) => {
    const suffix = `-${number}`
    const start = Array.from(value)
      .slice(0, Math.max(maxLength - suffix.length, 0))
      .join('')
      .replace(/-$/u, '')
    return start === '' ? undefined : start + suffix
  },
})

/** How much of the source is looked at: far more than a slug takes, since it may be full of what a slug leaves out. */
const LOOKED_AT = 4_000

/**
 * `'Über  die Straße!'` → `'uber-die-strasse'`. Letters of other scripts stay as they are. Only the start of a long source counts: to
 * normalise an endless run of accents takes the square of its length.
 */
function slugify(source: string, longest = LONGEST): string {
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
