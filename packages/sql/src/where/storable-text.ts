import { parseJson } from '@quirecms/core'

/**
 * PostgreSQL holds no NUL in texts and no unpaired surrogate in JSON. The same is refused on SQLite, so that an application can move
 * from one to the other.
 */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

const SUSPICIOUS = /\\u(?:0000|d[89a-f])/i

/** The same for the strings and keys inside a JSON text, where such characters are written as escapes. */
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
