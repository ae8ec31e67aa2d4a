import { defineFieldType, NO_PROBLEMS } from './define-field-type.ts'
import { aText } from './option-kinds.ts'
import { LONGEST_SLUG, slugify } from './slugify.ts'
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

const { pattern: _pattern, ...options } = textLikeOptions

/** The part of an address that names a document. At most 200 characters by default. */
export const slug = defineFieldType<SlugOptions, string>()({
  storedAs: textLike.storedAs,
  operators: textLike.operators,
  problems: textLike.problems,
  name: 'slug',
  options: { ...options, from: aText },
  schema: (given) => ({ ...textSchema(given, LONGEST_SLUG), pattern: SLUG_IN_SCHEMAS }),
  check: (value) =>
    SLUG.test(value)
      ? NO_PROBLEMS
      : [{ code: 'pattern', path: '', message: 'Use lowercase letters, digits and single hyphens: my-first-post.' }],
  manifest: ({ minLength, maxLength, from }) => ({ minLength, maxLength, from }),
  derivesFrom: ({ from }) => from ?? null,
  takesSuffix: true,
  derive: (siblings, { from, maxLength = LONGEST_SLUG }) => {
    const source = from === undefined ? undefined : siblings[from]
    return typeof source === 'string' ? slugify(source, maxLength) || undefined : undefined
  },
  another: (value, number, { maxLength = LONGEST_SLUG }) => {
    const suffix = `-${number}`
    const start = Array.from(value)
      .slice(0, Math.max(maxLength - suffix.length, 0))
      .join('')
      .replace(/-$/u, '')
    return start === '' ? undefined : start + suffix
  },
})
