import type { FieldNode } from '../contracts/field.ts'
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import { isObject, mapValues } from './json-object.ts'

/**
 * Whether a field's value is an object that maps locales to values. `byLocale` says that the content around it has all
 * locales, as it does in storage and with `locale=all`. Even then, a value from before the field was localized can be a
 * plain one.
 */
export function isByLocale(node: FieldNode, value: JsonValue | undefined, byLocale: boolean): value is JsonObject {
  return byLocale && node.localized && isObject(value)
}

/** Maps a field's value: in each locale if it has several, or else the one value. */
export function mapLocales(
  node: FieldNode,
  value: JsonValue,
  byLocale: boolean,
  map: (value: JsonValue, locale: string | undefined) => JsonValue,
): JsonValue {
  return isByLocale(node, value, byLocale) ? mapValues(value, map) : map(value, undefined)
}
