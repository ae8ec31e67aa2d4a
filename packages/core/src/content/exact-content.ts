import type { FieldNode } from '../contracts/field.ts'
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import { fieldsByName } from './field-tree.ts'
import { isObject } from './json-object.ts'
import { isByLocale } from './locales.ts'
import { fieldsOfRow, otherMembers } from './rows.ts'
import { dataOf, textBlocks } from './text-blocks.ts'

/**
 * Whether stored content has a value for each of the fields and nothing else, so that it can be read as it is. Content from before a
 * field was added lacks something; content from before one was removed has more.
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

/** What is stored as the shape of content: what is not exact must not be read as it is stored. */
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

/** Also where there are no blocks any more: one that was left behind must not be read. */
function isExactBlock(node: FieldNode, block: JsonObject): boolean {
  const [fields, data] = [fieldsOfRow(node, block), dataOf(block)]
  return fields !== undefined && data !== null && isExact(fields, data)
}

const counts = new WeakMap<readonly FieldNode[], number>()

/** How many of them are stored. Remembered, because every document and row asks for it. */
function storedFields(fields: readonly FieldNode[]): number {
  const known = counts.get(fields) ?? fields.filter(({ structure }) => structure !== 'computed').length
  counts.set(fields, known)
  return known
}
