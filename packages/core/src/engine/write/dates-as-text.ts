import type { JsonValue } from '../../contracts/json.ts'

/** The nesting limit of documents; deeper values are refused later. */
const DEEPEST = 32

/**
 * Converts `Date` values of hooks and defaults to stored text. Other values that JSON can't represent stay, and are
 * refused later.
 */
export function datesAsText<Value extends JsonValue>(value: Value, depth?: number): Value
export function datesAsText(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return value
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? value : value.toISOString()
  if (Array.isArray(value)) return value.map((item: JsonValue) => datesAsText(item, depth + 1))
  if (Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, datesAsText(one as JsonValue, depth + 1)]))
}
