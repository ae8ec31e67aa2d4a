import type { FieldNode } from '../contracts/field.ts'
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import { isObject, mapValues } from './json-object.ts'

/**
 * Whether a field's value is an object of locale to value. `byLocale` says that the content around it has every locale: as it is
 * stored, and as `locale=all` reads and writes it. A value from before its field was localized may still be there as it is.
 */
export function isByLocale(node: FieldNode, value: JsonValue | undefined, byLocale: boolean): value is JsonObject {
  return byLocale && node.localized && isObject(value)
}

/** A field's value made anew: in each locale where they stand apart, else the one that there is. */
export function mapLocales(
  node: FieldNode,
  value: JsonValue,
  byLocale: boolean,
  map: (value: JsonValue, locale: string | undefined) => JsonValue,
): JsonValue {
  return isByLocale(node, value, byLocale) ? mapValues(value, map) : map(value, undefined)
}
