import type { JsonValue } from '../../contracts/json.ts'

/** As deep as documents can be; what is deeper is refused when it is checked. */
const DEEPEST = 32

/**
 * What hooks and defaults made, with dates in the form in which documents hold them: application code says `new Date()` where JSON
 * has text. Whatever else JSON cannot carry stays, and is refused when it is checked.
 */
export function datesAsText<Value extends JsonValue>(value: Value, depth?: number): Value
export function datesAsText(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return value
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? value : value.toISOString()
  if (Array.isArray(value)) return value.map((item: JsonValue) => datesAsText(item, depth + 1))
  if (Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, datesAsText(one as JsonValue, depth + 1)]))
}
