import type { FieldNode } from '../contracts/field.ts'
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import { isObject } from '../content/json-object.ts'
import { fieldsOfRow, mapRows } from '../content/rows.ts'
import { dataOf, holdsTextBlocks, mapTextBlocks } from '../content/text-blocks.ts'
import { asJson } from './as-json.ts'

/**
 * The default of a field, as far as everybody may know it: a static value of a field that everybody may read, without
 * hidden fields inside it. A default that is a function is not published: it decides anew for each document.
 */
export function publicDefault(node: FieldNode): JsonValue | undefined {
  const { default: given, access } = node.options
  if (node.hidden || node.readOnly || access?.read !== undefined) return undefined
  const value = asJson(given)
  if (value === undefined) return undefined
  if (node.structure === 'value') return holdsTextBlocks(node) ? publicText(node, value) : value
  if (node.structure === 'group') return isObject(value) ? publicMembers(node.fields, value) : undefined
  return mapRows(node, value, (fields, { id, blockType = null, ...members }) => ({
    ...(id !== undefined && { id }),
    ...(node.structure === 'blocks' && { blockType }),
    ...publicMembers(fields, members),
  }))
}

function publicText(node: FieldNode, text: JsonValue): JsonValue {
  return mapTextBlocks(text, (block) => ({
    ...block,
    data: publicMembers(fieldsOfRow(node, block) ?? [], dataOf(block) ?? {}),
  }))
}

/** Inside a default, each field's value replaces the field's own default. */
function publicMembers(fields: readonly FieldNode[], values: JsonObject): JsonObject {
  const shown = fields.flatMap((node) => {
    const value = publicDefault({ ...node, options: { ...node.options, default: values[node.name] } })
    return value === undefined ? [] : [[node.name, value] as const]
  })
  return Object.fromEntries(shown)
}
