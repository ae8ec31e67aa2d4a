import type { FieldNode } from '../contracts/field.ts'
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import { isObject } from './json-object.ts'
import {
  dataOf,
  fieldsOfRow,
  holdsRows,
  holdsTextBlocks,
  mapRows,
  mapTextBlocks,
  rowsById,
  rowsOf,
  sameRow,
  textBlocks,
} from './walk-content.ts'

/** A group, row or block in a value, with its counterpart in another value. */
export interface MatchedObject {
  /** Empty if the configuration no longer has this block type. */
  readonly fields: readonly FieldNode[]
  readonly object: JsonObject
  /** Null if the other value has none. */
  readonly match: JsonObject | null
}

/**
 * The objects of fields in a value, each with the one that it stands for in another value: the group, or the row or
 * block with the same id, as every write matches them. Both values are of one locale.
 */
export function matchObjects(
  node: FieldNode,
  value: JsonValue | undefined,
  other: JsonValue | undefined,
): readonly MatchedObject[] {
  if (node.structure === 'group')
    return isObject(value) ? [{ fields: node.fields, object: value, match: isObject(other) ? other : null }] : []
  if (holdsRows(node)) {
    const others = rowsById(other)
    return rowsOf(value).map((row) => ({
      fields: fieldsOfRow(node, row) ?? [],
      object: row,
      match: sameRow(row, others),
    }))
  }
  if (!holdsTextBlocks(node)) return []
  const others = rowsById(textBlocks(other))
  return textBlocks(value).map((block) => {
    const same = sameRow(block, others)
    return {
      fields: fieldsOfRow(node, block) ?? [],
      object: dataOf(block) ?? {},
      match: same && (dataOf(same) ?? {}),
    }
  })
}

/** Maps the group, rows or blocks in a value of one locale; rows keep their id and type. Returns other values unchanged. */
export function mapObjects(
  node: FieldNode,
  value: JsonValue,
  map: (fields: readonly FieldNode[], object: JsonObject) => JsonObject,
): JsonValue {
  if (node.structure === 'group') return isObject(value) ? map(node.fields, value) : value
  if (holdsTextBlocks(node))
    return mapTextBlocks(value, (block) => {
      const [fields, data] = [fieldsOfRow(node, block), dataOf(block)]
      return fields && data ? { ...block, data: map(fields, data) } : null
    })
  if (!holdsRows(node)) return value
  return mapRows(node, value, (fields, row) => {
    const { id = null, blockType } = row
    return { id, ...(blockType !== undefined && { blockType }), ...map(fields, row) }
  })
}
