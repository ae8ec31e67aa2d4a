import type { IssueCode } from '../contracts/errors.ts'
import { issueWords } from './issue-words.ts'
import { isSafeUrl } from './safe-url.ts'
import { EMAIL, patternOf, SLUG } from './text-forms.ts'

export interface TypedField {
  readonly type: string
  readonly required: boolean
  readonly many: boolean
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly patternFlags?: string
  readonly min?: number
  readonly max?: number
  readonly integer?: boolean
  readonly minRows?: number
  readonly maxRows?: number
}

export interface TypedProblem {
  readonly code: IssueCode
  readonly message: string
}

/**
 * Validates a value while the user types, with the rules and messages of the server, as far as the public manifest has
 * them; undefined if no problem is found. The server validates again when it receives the value.
 */
export function typedProblem(field: TypedField, value: unknown): TypedProblem | undefined {
  if (value === null || value === undefined || value === '') {
    return field.required ? { code: 'required', message: issueWords.required } : undefined
  }
  if (Array.isArray(value)) return field.many ? undefined : ofRows(field, value.length)
  if (typeof value === 'number') return ofNumber(field, value)
  return typeof value === 'string' ? ofText(field, value) : undefined
}

function ofRows({ minRows = 0, maxRows, required }: TypedField, count: number): TypedProblem | undefined {
  if (maxRows !== undefined && count > maxRows) return { code: 'max_rows', message: issueWords.maxRows(maxRows) }
  if (count < minRows && (count > 0 || required)) return { code: 'min_rows', message: issueWords.minRows(minRows) }
  return count === 0 && required ? { code: 'required', message: issueWords.required } : undefined
}

function ofNumber({ type, integer, min, max }: TypedField, value: number): TypedProblem | undefined {
  if (type !== 'number') return undefined
  if (integer && !Number.isInteger(value)) return { code: 'type', message: issueWords.wholeNumber }
  if (min !== undefined && value < min) return { code: 'min', message: issueWords.min(min) }
  if (max !== undefined && value > max) return { code: 'max', message: issueWords.max(max) }
  return undefined
}

const TEXTS: ReadonlySet<string> = new Set(['text', 'textarea', 'email', 'url', 'slug', 'code'])

function ofText(field: TypedField, value: string): TypedProblem | undefined {
  const { type, minLength, maxLength, pattern, patternFlags } = field
  if (!TEXTS.has(type)) return undefined
  const { length } = Array.from(value)
  if (maxLength !== undefined && length > maxLength) {
    return { code: 'max_length', message: issueWords.maxLength(maxLength) }
  }
  if (minLength !== undefined && length < minLength) {
    return { code: 'min_length', message: issueWords.minLength(minLength) }
  }
  if (pattern !== undefined && patternOf(pattern, patternFlags)?.test(value) === false) {
    const shown = patternFlags === undefined ? pattern : `/${pattern}/${patternFlags}`
    return { code: 'pattern', message: issueWords.pattern(shown) }
  }
  if (type === 'email' && !EMAIL.test(value)) return { code: 'format', message: issueWords.email }
  if (type === 'url' && !isSafeUrl(value)) return { code: 'format', message: issueWords.url }
  if (type === 'slug' && !SLUG.test(value)) return { code: 'pattern', message: issueWords.slug }
  return undefined
}
