import type { ValueProblem } from '../contracts/errors.ts'
import { defineFieldType, NO_PROBLEMS } from './define-field-type.ts'
import { issueWords } from './issue-words.ts'
import { aText } from './option-kinds.ts'
import { LONGEST_SLUG, slugify } from './slugify.ts'
import { SLUG } from './text-forms.ts'
import { type TextLikeOptions, textLike, textLikeOptions, textSchema } from './text-like.ts'

export interface SlugOptions extends Omit<TextLikeOptions, 'pattern'> {
  /** The sibling field from which a new document's slug is derived, if none is given. */
  readonly from?: string
}

/**
 * The ASCII approximation of `SLUG`, for schemas. It matches the same texts with and without the flag `u`, which many
 * readers of JSON Schema don't set. `SLUG` checks non-ASCII letters.
 */
const SLUG_IN_SCHEMAS = '^[^\\x00-/:-`{-\\x7f]+(?:-[^\\x00-/:-`{-\\x7f]+)*$'

const { pattern: _pattern, ...options } = textLikeOptions

/** The URL segment of a document. At most 200 characters by default. */
export const slug = defineFieldType<SlugOptions, string>()({
  storedAs: textLike.storedAs,
  operators: textLike.operators,
  problems: textLike.problems,
  name: 'slug',
  options: { ...options, from: aText },
  schema: (given) => ({ ...textSchema(given, LONGEST_SLUG), pattern: SLUG_IN_SCHEMAS }),
  // `check` reports readable messages; the expression of the schema is not readable.
  checksItself: true,
  check: (value, { minLength = 0, maxLength = LONGEST_SLUG }) => {
    const { length } = Array.from(value)
    const problems: ValueProblem[] = []
    if (length > maxLength) problems.push({ code: 'max_length', path: '', message: issueWords.maxLength(maxLength) })
    if (length < minLength) problems.push({ code: 'min_length', path: '', message: issueWords.minLength(minLength) })
    if (!SLUG.test(value)) problems.push({ code: 'pattern', path: '', message: issueWords.slug })
    return problems.length > 0 ? problems : NO_PROBLEMS
  },
  manifest: ({ minLength, maxLength, from }) => ({ minLength, maxLength, from }),
  derivesFrom: ({ from }) => from ?? null,
  allowsSuffix: true,
  derive: (siblings, { from, maxLength = LONGEST_SLUG }) => {
    const source = from === undefined ? undefined : siblings[from]
    return typeof source === 'string' ? slugify(source, maxLength) || undefined : undefined
  },
  distinctValue: (value, number, { maxLength = LONGEST_SLUG }) => {
    const suffix = `-${number}`
    const start = Array.from(value)
      .slice(0, Math.max(maxLength - suffix.length, 0))
      .join('')
      .replace(/-$/u, '')
    return start === '' ? undefined : start + suffix
  },
})
