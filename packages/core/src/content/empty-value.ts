import type { FieldNode } from '../contracts/field.ts'
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import { holdsRows } from './rows.ts'

/**
 * Whether `required` counts the value as missing: null, an empty text or an empty list
 * (docs/contract/documents.md#values).
 */
export function isEmpty(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** The stored value of an empty field: no locales, a group of empty values, an empty list, or null. */
export function emptyValue(node: FieldNode): JsonValue {
  if (node.localized) return {}
  if (node.structure === 'group') {
    const group: JsonObject = {}
    for (const inner of node.fields) if (inner.structure !== 'computed') group[inner.name] = emptyValue(inner)
    return group
  }
  return node.many || holdsRows(node) ? [] : null
}
