import { equality, order, textSearch } from '../contracts/operators.ts'
import type { ValueProblem } from '../contracts/errors.ts'
import { NO_PROBLEMS, type OptionsFor } from './define-field-type.ts'
import { issueWords } from './issue-words.ts'
import { listMembership } from './operators.ts'
import { aBoolean, aCount, commonOptions, type OptionKind, type OptionKinds } from './option-kinds.ts'
import { patternOf } from './text-forms.ts'

/** The options of all types whose values are texts. Lengths count code points, as in JSON Schema. */
export interface TextLikeOptions extends OptionsFor<string> {
  readonly minLength?: number
  /** Every text has a maximum length; each type has its own default. */
  readonly maxLength?: number
  /** Not anchored: use `^` and `$` to match the whole value. */
  readonly pattern?: RegExp | string
}

/** The same for types that can also be a list of texts. */
export interface ManyTextOptions extends Omit<TextLikeOptions, 'default'>, OptionsFor<string | readonly string[]> {
  readonly many?: boolean
}

const aPattern: OptionKind = (value) => {
  if (typeof value !== 'string' && !(value instanceof RegExp)) return 'must be a regular expression'
  if (value instanceof RegExp && (value.global || value.sticky)) return 'must not have the flag g or y'
  return toRegExp(value) ? null : 'must be a valid regular expression'
}

export const textLikeOptions: OptionKinds<TextLikeOptions> = {
  ...commonOptions,
  minLength: aCount,
  maxLength: aCount,
  pattern: aPattern,
}

export const manyTextOptions: OptionKinds<ManyTextOptions> = { ...textLikeOptions, many: aBoolean }

/** The common part of all text-like types. Each adds its name and limits. */
export const textLike = {
  storedAs: 'text',
  operators: [...equality, ...order, ...textSearch],
  manifest: ({ minLength, maxLength, pattern }: Omit<TextLikeOptions, 'default'>) => ({
    minLength,
    maxLength,
    pattern: pattern instanceof RegExp ? pattern.source : pattern,
    patternFlags: flagsOf(pattern),
  }),
  problems: ({ minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Omit<TextLikeOptions, 'default'>) =>
    minLength > maxLength ? ['`minLength` must not be more than `maxLength`'] : [],
  check: checkPattern,
} as const

export const textLikeOrMany = {
  ...textLike,
  operators: ({ many }: ManyTextOptions) => (many ? listMembership : textLike.operators),
  many: ({ many }: ManyTextOptions) => many ?? false,
  manifest: ({ many, ...options }: ManyTextOptions) => ({ ...textLike.manifest(options), many }),
} as const

export function textSchema({ minLength, maxLength, pattern }: Omit<TextLikeOptions, 'default'>, longest: number) {
  return {
    type: 'string',
    minLength,
    maxLength: maxLength ?? longest,
    pattern: pattern !== undefined && isSchemaPattern(pattern) ? toRegExp(pattern)?.source : undefined,
  }
}

/** Checks patterns that JSON Schema can't express: those with flags, and those that are not valid with `u`. */
function checkPattern(value: string, { pattern }: Omit<TextLikeOptions, 'default'>): readonly ValueProblem[] {
  if (pattern === undefined || isSchemaPattern(pattern)) return NO_PROBLEMS
  return toRegExp(pattern)?.test(value) === false
    ? [{ code: 'pattern', path: '', message: issueWords.pattern(patternText(pattern)) }]
    : NO_PROBLEMS
}

/** JSON Schema reads patterns with the flag `u` only. */
function isSchemaPattern(pattern: RegExp | string): boolean {
  const flags = pattern instanceof RegExp ? pattern.flags : ''
  return (
    (flags === '' || flags === 'u') && patternOf(pattern instanceof RegExp ? pattern.source : pattern, 'u') !== null
  )
}

function toRegExp(pattern: RegExp | string): RegExp | null {
  return pattern instanceof RegExp ? pattern : patternOf(pattern, undefined)
}

/** The flags of a pattern; undefined for none and for `u`, which is implied. */
function flagsOf(pattern: RegExp | string | undefined): string | undefined {
  const flags = pattern instanceof RegExp ? pattern.flags : ''
  return flags === '' || flags === 'u' ? undefined : flags
}

function patternText(pattern: RegExp | string): string {
  if (typeof pattern === 'string') return pattern
  return flagsOf(pattern) === undefined ? pattern.source : String(pattern)
}
