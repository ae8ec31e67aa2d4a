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
