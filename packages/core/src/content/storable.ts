import type { ValueProblem } from '../contracts/errors.ts'
import { parseJson } from './parse-json.ts'

/**
 * Whether both databases can store the text: PostgreSQL stores no NUL in texts and no unpaired surrogate in JSON. SQLite
 * refuses the same, so that applications can change databases.
 */
export function isStorableText(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\0') && value.isWellFormed()
}

const SUSPICIOUS = /\\u(?:0000|d[89a-f])/i

/** The same for strings and keys in a JSON text, where such characters are escaped. */
export function isStorableJson(json: string): boolean {
  if (!isStorableText(json)) return false
  return !SUSPICIOUS.test(json) || holdsStorableOnly(parseJson(json))
}

function holdsStorableOnly(value: unknown): boolean {
  if (typeof value === 'string') return isStorableText(value)
  if (Array.isArray(value)) return value.every(holdsStorableOnly)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, inner]) => isStorableText(key) && holdsStorableOnly(inner))
}

const NONE: readonly ValueProblem[] = Object.freeze([])

/**
 * The depth limit of JSON requests (docs/contract/requests.md#strict-json). It also applies to values that come in
 * process.
 */
const DEEPEST = 32

/**
 * Finds values that the databases can't store: PostgreSQL's jsonb allows neither NUL nor half surrogate pairs, in texts
 * or keys, and JSON has no NaN, functions, dates or cycles. HTTP bodies are JSON already, but values from the local API
 * and from hooks can be anything.
 */
export function findUnstorable(value: unknown): readonly ValueProblem[] {
  if (typeof value !== 'object' || value === null) return isStorableScalar(value) ? NONE : [unstorable(value, '')]
  const problems: ValueProblem[] = []
  walk(value, '', 1, problems)
  return problems
}

function walk(container: object, path: string, depth: number, problems: ValueProblem[]): void {
  if (depth > DEEPEST) {
    problems.push({ code: 'format', path, message: `Must not be nested deeper than ${DEEPEST} levels.` })
    return
  }
  if (!Array.isArray(container) && !isPlain(container)) {
    problems.push(unstorable(container, path))
    return
  }
  for (const [key, value] of Object.entries(container) as [string, unknown][]) {
    const at = path === '' ? key : `${path}.${key}`
    if (!isStorableText(key))
      problems.push({ code: 'format', path, message: 'A key contains characters that cannot be stored.' })
    else if (typeof value === 'object' && value !== null) walk(value, at, depth + 1, problems)
    else if (!isStorableScalar(value)) problems.push(unstorable(value, at))
  }
}

function isStorableScalar(value: unknown): boolean {
  return isStorableText(value) || value === null || typeof value === 'boolean' || Number.isFinite(value)
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function unstorable(value: unknown, path: string): ValueProblem {
  return typeof value === 'string'
    ? { code: 'format', path, message: 'Must not contain a NUL character or half of a surrogate pair.' }
    : { code: 'type', path, message: 'Must be a JSON value.' }
}
