import type { FieldNode } from '../contracts/field.ts'
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import {
  eachTextBlock,
  fieldsOfRow,
  holdsObjects,
  isByLocale,
  matchObjects,
  otherMembers,
  rowsOf,
  textBlocks,
} from './walk-content.ts'
import { fieldsByName } from './field-tree.ts'
import { isObject } from './json-object.ts'

/**
 * Copies values without a field from stored content into the content that replaces it: values of removed fields, and
 * rows of removed block types (docs/contract/migrations.md#what-was-removed). Clients cannot see these values, so a
 * write cannot mean to delete them, and they reappear if the field is added again. If a write deletes a whole row, the
 * left-over values inside are deleted with it.
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
  // A feature that maintains a read-only field rewrites it completely.
  if (!(holdsObjects(node) || node.type.mentions) || node.readOnly) return
  const value = content[node.name]
  if (!isByLocale(node, value, true)) content[node.name] = keptInValue(node, value ?? null, stored)
  else if (isObject(stored)) {
    for (const [locale, one] of Object.entries(value)) value[locale] = keptInValue(node, one, stored[locale] ?? null)
  }
}

function keptInValue(node: FieldNode, value: JsonValue, stored: JsonValue): JsonValue {
  // The same object: this write did not touch the value.
  if (value === stored) return value
  for (const { fields, object, match } of matchObjects(node, value, stored))
    if (match && match !== object) keepLeftOvers(fields, object, match, otherMembers(node))
  if (node.type.mentions) return withLeftOverBlocks(node, value, stored)
  return node.structure === 'blocks' && Array.isArray(value) ? withLeftOverRows(node, value, stored) : value
}

/** Puts blocks of removed types back at the old index of their top-level nodes; at the end if the text is now shorter. */
function withLeftOverBlocks(node: FieldNode, value: JsonValue, stored: JsonValue): JsonValue {
  if (!isObject(value) || !isObject(stored) || !Array.isArray(stored['content'])) return value
  const present = new Set(textBlocks(value).map(({ id }) => id))
  const content = Array.isArray(value['content']) ? [...value['content']] : []
  let isLeft = false
  for (const [at, child] of stored['content'].entries())
    eachTextBlock(child, (attrs) => {
      if (fieldsOfRow(node, attrs) || present.has(attrs['id'])) return
      content.splice(at, 0, { type: 'block', attrs })
      isLeft = true
    })
  return isLeft ? { ...value, content } : value
}

/**
 * Each row of a removed block type stays after its old predecessor, or after the nearest earlier row that still exists.
 */
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
