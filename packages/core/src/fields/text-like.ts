import type { ValueProblem } from '../contracts/field.ts'
import { NO_PROBLEMS, type OptionsFor } from './define-field-type.ts'
import { equality, order, textSearch } from './operators.ts'
import { aCount, commonOptions, type OptionKind, type OptionKinds } from './option-kinds.ts'

/** What the types share whose values are texts. Lengths count code points, as JSON Schema does. */
export interface TextLikeOptions extends OptionsFor<string> {
  readonly minLength?: number
  /** Every text is bounded; each type has its own default. */
  readonly maxLength?: number
  /** The whole value need not match: anchor it with `^` and `$`. */
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

/** The members that all text-like types have in common; each adds its name, its bounds and what is special to it. */
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

/** The patterns that a JSON Schema cannot carry: those with flags, and those that are no Unicode patterns. */
function checkPattern(value: string, { pattern }: TextLikeOptions): readonly ValueProblem[] {
  if (pattern === undefined || isSchemaPattern(pattern)) return NO_PROBLEMS
  return toRegExp(pattern)?.test(value) === false
    ? [{ code: 'pattern', path: '', message: `Must match the pattern ${String(pattern)}.` }]
    : NO_PROBLEMS
}

/** JSON Schema reads patterns with the flag `u` and no other. */
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
