import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import { isObject } from '../../content/json-object.ts'
import { fieldsOfRow, rowsById, sameRow } from '../../content/rows.ts'
import { dataOf, mapTextBlocks, textBlocks } from '../../content/text-blocks.ts'
import { MOST_MENTIONS, tooManyMentions } from '../../fields/rich-text-limits.ts'
import type { Overlay } from './overlay.ts'
import { blockFields, insideRow, addRowIssue, rowId } from './row-identity.ts'

/** Merges the fields of an object with stored ones. */
type ApplyFields = (
  overlay: Overlay,
  fields: readonly FieldNode[],
  input: JsonObject,
  before: JsonObject | null,
  prefix: string,
) => JsonObject

/**
 * Merges the blocks of a text with stored ones, by `id` like rows: unsent fields and other locales keep their values.
 */
export function applyTextBlocks(
  overlay: Overlay,
  node: FieldNode,
  text: JsonValue,
  old: JsonValue | undefined,
  path: string,
  applyFields: ApplyFields,
): JsonValue {
  const stored = rowsById(textBlocks(old))
  const seen = new Set<JsonValue>()
  // The text itself was just recorded, unless it is invalid.
  const first = overlay.relationships.length - 1
  const applied = mapTextBlocks(text, (attrs, at) => {
    const where = `${path}.${at}`
    const fields = blockFields(overlay, node, attrs, where)
    if (!fields) return attrs
    const id = rowId(overlay, attrs, seen, where)
    const { data = {}, blockType = null } = attrs
    if (!isObject(data)) return { ...attrs, data: addRowIssue(overlay, 'type', `${where}.data`, 'must be an object') }
    const same = sameRow(attrs, stored)
    return {
      id,
      blockType,
      data: applyFields(insideRow(overlay), fields, data, same && dataOf(same), `${where}.data.`),
    }
  })
  const named = overlay.relationships.slice(first).reduce((sum, one) => sum + mentionsIn(one.node, one.value), 0)
  if (named > MOST_MENTIONS) overlay.issues.add('max', path, tooManyMentions)
  return applied
}

function mentionsIn({ type }: FieldNode, value: JsonValue): number {
  return type.mentions ? type.mentions.in(value).length : 1
}

/** Unchanged blocks of a copy: reports missing values inside. */
export function baseTextBlocks(
  overlay: Overlay,
  node: FieldNode,
  text: JsonValue,
  path: string,
  applyFields: ApplyFields,
): JsonValue {
  return mapTextBlocks(text, (attrs, at) => {
    const [fields, data] = [fieldsOfRow(node, attrs), dataOf(attrs)]
    if (!fields) return null
    return { ...attrs, data: applyFields(overlay, fields, {}, data, `${path}.${at}.data.`) }
  })
}
