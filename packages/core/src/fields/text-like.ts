import type { ValueProblem } from '../contracts/field.ts'
import { NO_PROBLEMS, type OptionsFor } from './define-field-type.ts'
import { equality, order, textSearch } from './operators.ts'
import { aCount, commonOptions, type OptionKind, type OptionKinds } from './option-kinds.ts'

/** The options of all types whose values are texts. Lengths count code points, as in JSON Schema. */
export interface TextLikeOptions extends OptionsFor<string> {
  readonly minLength?: number
  /** Every text has a maximum; each type has its own default. */
  readonly maxLength?: number
  /** May match only a part of the value: use `^` and `$` to match all of it. */
  readonly pattern?: RegExp | string
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

/** What all text-like types have in common. Each of them adds its name, its bounds and what is special about it. */
export const textLike = {
  storedAs: 'text',
  operators: [...equality, ...order, ...textSearch],
  manifest: ({ minLength, maxLength, pattern }: TextLikeOptions) => ({
    minLength,
    maxLength,
    pattern: pattern instanceof RegExp ? pattern.source : pattern,
  }),
  problems: ({ minLength = 0, maxLength = Number.POSITIVE_INFINITY }: TextLikeOptions) =>
    minLength > maxLength ? ['`minLength` must not be more than `maxLength`'] : [],
  check: checkPattern,
} as const

export function textSchema({ minLength, maxLength, pattern }: TextLikeOptions, longest: number) {
  return {
    type: 'string',
    minLength,
    maxLength: maxLength ?? longest,
    pattern: pattern !== undefined && isSchemaPattern(pattern) ? toRegExp(pattern)?.source : undefined,
  }
}

/** Checks patterns that JSON Schema can't express: those with flags, and those that are not valid with `u`. */
function checkPattern(value: string, { pattern }: TextLikeOptions): readonly ValueProblem[] {
  if (pattern === undefined || isSchemaPattern(pattern)) return NO_PROBLEMS
  return toRegExp(pattern)?.test(value) === false
    ? [{ code: 'pattern', path: '', message: `Must match the pattern ${String(pattern)}.` }]
    : NO_PROBLEMS
}

/** JSON Schema reads patterns with the flag `u` only. */
function isSchemaPattern(pattern: RegExp | string): boolean {
  const flags = pattern instanceof RegExp ? pattern.flags : ''
  return (flags === '' || flags === 'u') && parse(pattern instanceof RegExp ? pattern.source : pattern, 'u') !== null
}

function toRegExp(pattern: RegExp | string): RegExp | null {
  return pattern instanceof RegExp ? pattern : (parse(pattern, 'u') ?? parse(pattern, ''))
}

function parse(source: string, flags: string): RegExp | null {
  try {
    return new RegExp(source, flags)
  } catch {
    return null
  }
}
