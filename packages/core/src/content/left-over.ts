import type { FieldNode } from '../contracts/field.ts'
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import { holdsObjects } from './each-object.ts'
import { fieldsByName } from './field-tree.ts'
import { isObject } from './json-object.ts'
import { isByLocale } from './locales.ts'
import { fieldsOfRow, holdsRows, otherMembers, rowsById, rowsOf, sameRow } from './rows.ts'
import { blocksWhere, dataOf, putBack, textBlocks } from './text-blocks.ts'

/**
 * Takes over what no field is for any more, from stored content into what is about to replace it: values of removed fields, and rows of
 * removed block types (docs/contract/migrations.md#what-was-removed). Nobody reads them, nobody can have meant to remove them, and they are
 * there when the field comes back. What is gone as a whole, such as a row, takes its own with it.
 */
export function keepLeftOvers(
  fields: readonly FieldNode[],
  content: JsonObject,
  stored: JsonObject,
  others: readonly string[] = [],
): void {
  const named = fieldsByName(fields)
  for (const [name, value] of Object.entries(stored)) {
    const node = named.get(name)
    if (node && node.structure !== 'computed') keepInField(node, content, value)
    else if (!others.includes(name) && !Object.hasOwn(content, name)) content[name] = value
  }
}

function keepInField(node: FieldNode, content: JsonObject, stored: JsonValue): void {
  // What a feature maintains is made anew by that feature: nobody else wrote anything there.
  if (!(holdsObjects(node) || node.type.mentions) || node.readOnly) return
  const value = content[node.name]
  if (!isByLocale(node, value, true)) content[node.name] = keptInValue(node, value ?? null, stored)
  else if (isObject(stored)) {
    for (const [locale, one] of Object.entries(value)) value[locale] = keptInValue(node, one, stored[locale] ?? null)
  }
}

function keptInValue(node: FieldNode, value: JsonValue, stored: JsonValue): JsonValue {
  // What was not written is the stored value itself.
  if (value === stored) return value
  if (node.structure === 'group') {
    if (isObject(value) && isObject(stored)) keepLeftOvers(node.fields, value, stored)
    return value
  }
  if (node.type.mentions) return keptInText(node, value, stored)
  if (!holdsRows(node) || !Array.isArray(value)) return value
  const before = rowsById(stored)
  for (const row of rowsOf(value)) {
    const same = sameRow(row, before)
    if (same && same !== row) keepLeftOvers(fieldsOfRow(node, row) ?? [], row, same, otherMembers(node))
  }
  return withLeftOverRows(node, value, stored)
}

/** Blocks of a removed type go back to where they stood, since no reader saw them. */
function keptInText(node: FieldNode, value: JsonValue, stored: JsonValue): JsonValue {
  const before = rowsById(textBlocks(stored))
  if (before.size === 0 || value === null) return value
  const present = new Set<JsonValue | undefined>()
  for (const block of textBlocks(value)) {
    present.add(block['id'])
    const same = sameRow(block, before)
    const [data, old] = [dataOf(block), same && dataOf(same)]
    if (data && old && data !== old) keepLeftOvers(fieldsOfRow(node, block) ?? [], data, old)
  }
  return putBack(
    value,
    blocksWhere(stored, (block) => !fieldsOfRow(node, block) && !present.has(block['id'])),
  )
}

/** Each row of a removed block type stays behind the row that it stood behind, or behind the last one before that which is still there. */
function withLeftOverRows(node: FieldNode, rows: readonly JsonValue[], stored: JsonValue): JsonValue[] {
  const present = new Set(rowsOf([...rows]).map(({ id }) => id))
  const behind = new Map<JsonValue | undefined, JsonObject[]>()
  let last: JsonValue | undefined
  for (const row of rowsOf(stored)) {
    const { id } = row
    if (fieldsOfRow(node, row)) last = present.has(id) ? id : last
    else if (!present.has(id)) behind.set(last, [...(behind.get(last) ?? []), row])
  }
  if (behind.size === 0) return [...rows]
  const following = (row: JsonValue) => (isObject(row) ? (behind.get(row['id']) ?? []) : [])
  return [...(behind.get(undefined) ?? []), ...rows.flatMap((row) => [row, ...following(row)])]
}
