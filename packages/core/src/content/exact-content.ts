import type { FieldNode } from '../contracts/field.ts'
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import { fieldsByName } from './field-tree.ts'
import { isObject } from './json-object.ts'
import { isByLocale, fieldsOfRow, otherMembers, dataOf, textBlocks } from './walk-content.ts'
import { onceFor } from './once-for.ts'

/**
 * Whether stored content has a value for each field and no other members, so that it can be sent as stored. Content
 * from before a field was added lacks a member; content from before a field was removed has an extra one.
 */
function isExact(fields: readonly FieldNode[], content: JsonObject, others: readonly string[] = NO_MEMBERS): boolean {
  const named = fieldsByName(fields)
  let stored = 0
  for (const name of Object.keys(content)) {
    const node = named.get(name)
    if (!node || node.structure === 'computed') {
      if (!others.includes(name)) return false
    } else if (isExactField(node, content[name])) stored += 1
    else return false
  }
  return stored === storedFields(fields)
}

/** The stored shape tag of content. A `+` marks content that must be converted when it is read. */
export function shapeOfContent(fields: readonly FieldNode[], content: JsonObject, shape: string): string {
  return isExact(fields, content) ? shape : `${shape}+`
}

const NO_MEMBERS: readonly string[] = []

function isExactField(node: FieldNode, value: JsonValue | undefined): boolean {
  if (!isByLocale(node, value, true)) return !node.localized && isExactValue(node, value)
  return Object.values(value).every((one) => one === null || isExactValue(node, one))
}

function isExactValue(node: FieldNode, value: JsonValue | undefined): boolean {
  switch (node.structure) {
    case 'value':
      if (node.type.mentions) return textBlocks(value).every((block) => isExactBlock(node, block))
      return !node.many || Array.isArray(value)
    case 'group':
      return isObject(value) && isExact(node.fields, value)
    case 'rows':
    case 'blocks':
      return Array.isArray(value) && value.every((row) => isExactRow(node, row))
    case 'computed':
      return false
  }
}

function isExactRow(node: FieldNode, row: JsonValue): boolean {
  const fields = isObject(row) ? fieldsOfRow(node, row) : undefined
  return fields !== undefined && isExact(fields, row as JsonObject, otherMembers(node))
}

/** Fails for a block that has stayed behind after its type was removed; reads must not show it. */
function isExactBlock(node: FieldNode, block: JsonObject): boolean {
  const [fields, data] = [fieldsOfRow(node, block), dataOf(block)]
  return fields !== undefined && data !== null && isExact(fields, data)
}

/** Number of stored fields, which is needed for every document and row. */
const storedFields = onceFor(
  (fields: readonly FieldNode[]) => fields.filter(({ structure }) => structure !== 'computed').length,
)
