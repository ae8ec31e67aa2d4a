import type { ColumnValue } from '../../contracts/columns.ts'
import type { Entity } from '../../contracts/entity.ts'
import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import type { LocaleChoice } from '../../contracts/localization.ts'
import type { StoredDocument } from '../../contracts/document-storage.ts'
import { isObject } from '../../content/json-object.ts'
import { fieldsOfRow, rowsOf, startRow } from '../../content/rows.ts'
import { dataOf, mapTextBlocks } from '../../content/text-blocks.ts'
import { parseJson } from '../../content/parse-json.ts'
import type { Call } from '../call.ts'

/**
 * The read form of a stored document: system fields, then all stored fields in the order of the configuration. Missing
 * optional fields are null, lists [], groups objects (docs/contract/documents.md#values); localized fields in the
 * chosen locale. Skips fields that are not wanted.
 */
export function toReadForm<Call>(
  entity: Entity<Call>,
  stored: StoredDocument,
  locale: LocaleChoice | null,
  fields: readonly FieldNode[] = entity.fields,
): JsonObject {
  const doc: JsonObject = systemValues(entity, stored)
  const data = parseJson(stored.json) as JsonObject
  for (const node of fields) {
    if (node.structure === 'computed') continue
    const value = readField(node, data[node.name], locale)
    doc[node.name] = node.completes ? node.completes(value, data) : value
  }
  return doc
}

export function systemValues<Call>(entity: Entity<Call>, stored: StoredDocument): JsonObject {
  const doc: JsonObject = {}
  for (const { name, column } of entity.systemFields) doc[name] = columnValue(stored, column)
  return doc
}

/** The system fields as the start of a JSON object, without a closing brace. Their texts need no escaping. */
export function systemText<Call>(entity: Entity<Call>, stored: StoredDocument): string {
  let text = ''
  for (const { name, column } of entity.systemFields) {
    const value = columnValue(stored, column)
    text += `${text === '' ? '{' : ','}"${name}":${typeof value === 'string' ? `"${value}"` : String(value)}`
  }
  return text
}

function columnValue(stored: StoredDocument, column: string): ColumnValue {
  switch (column) {
    case 'id':
      return stored.id
    case 'revision':
      return stored.revision
    case 'createdAt':
      return stored.createdAt
    case 'updatedAt':
      return stored.updatedAt
    default:
      return stored.columns[column] ?? null
  }
}

function readField(node: FieldNode, value: JsonValue | undefined, locale: LocaleChoice | null): JsonValue {
  if (!node.localized || !locale) return readValue(node, value, locale)
  const byLocale = isObject(value) ? value : {}
  if (locale.all) {
    const all: JsonObject = {}
    for (const code of locale.locales) {
      // Missing values stay missing: if written back, an empty list or group would prevent fallbacks.
      const one = byLocale[code]
      if (one !== undefined) all[code] = one === null ? null : readValue(node, one, locale)
    }
    return all
  }
  const found = locale.chain.find((code) => byLocale[code] !== undefined && byLocale[code] !== null)
  return readValue(node, found === undefined ? undefined : byLocale[found], locale)
}

function readValue(node: FieldNode, value: JsonValue | undefined, locale: LocaleChoice | null): JsonValue {
  switch (node.structure) {
    case 'group':
      return readObject(node.fields, isObject(value) ? value : {}, {}, locale)
    case 'rows':
    case 'blocks':
      return readRows(node, value, locale)
    case 'computed':
      return null
    case 'value':
      return node.type.mentions ? readText(node, value ?? null, locale) : (value ?? (node.many ? [] : null))
  }
}

function readRows(node: FieldNode, value: JsonValue | undefined, locale: LocaleChoice | null): JsonObject[] {
  const rows: JsonObject[] = []
  for (const row of rowsOf(value)) {
    const fields = fieldsOfRow(node, row)
    // Omits rows of removed block types.
    if (fields) rows.push(readObject(fields, row, startRow(node, row['id'] ?? null, row), locale))
  }
  return rows
}

/** Returns texts without blocks unchanged, and omits blocks of removed types. */
function readText(node: FieldNode, text: JsonValue, locale: LocaleChoice | null): JsonValue {
  return mapTextBlocks(text, (block) => {
    const fields = fieldsOfRow(node, block)
    const { id = null, blockType = null } = block
    return fields ? { id, blockType, data: readObject(fields, dataOf(block) ?? {}, {}, locale) } : null
  })
}

function readObject(
  fields: readonly FieldNode[],
  stored: JsonObject,
  start: JsonObject,
  locale: LocaleChoice | null,
): JsonObject {
  for (const node of fields)
    if (node.structure !== 'computed') start[node.name] = readField(node, stored[node.name], locale)
  return start
}

/** A document for rules and hooks: complete, in the call's locale. */
export function forApplication(call: Call, document: StoredDocument): JsonObject {
  return toReadForm(call.entity, document, call.locale)
}

/** A stored document for evaluating conditions in memory. Parsed lazily, because most rules don't read it. */
export function asEvaluated(entity: Entity<Call>, document: StoredDocument): { columns: JsonObject; data: JsonObject } {
  let parsed: JsonObject | undefined
  return {
    columns: { ...systemValues(entity, document), ...document.columns },
    get data() {
      parsed ??= parseJson(document.json) as JsonObject
      return parsed
    },
  }
}
