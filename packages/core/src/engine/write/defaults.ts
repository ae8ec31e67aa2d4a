import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import type { Call } from '../call.ts'
import { localeCode } from '../call.ts'
import { isObject, rowsOf } from '../read/read-form.ts'

/**
 * The input with the defaults of what is new and was not given: of a new document (`isNew`), and of rows that an update adds.
 * `knownRows` are the ids of the rows that exist already.
 */
export async function withDefaults(
  call: Call,
  fields: readonly FieldNode[],
  input: JsonObject,
  isNew: boolean,
  knownRows: ReadonlySet<JsonValue>,
): Promise<JsonObject> {
  const filled: JsonObject = { ...input }
  for (const node of fields) {
    const given = filled[node.name]
    if (given === undefined && isNew) {
      const value = await defaultOf(call, node)
      if (value !== undefined)
        filled[node.name] = node.localized && call.locale?.all ? inDefaultLocale(call, value) : value
    }
    const value = filled[node.name]
    if (node.localized && call.locale?.all) {
      if (isObject(value)) filled[node.name] = await eachLocale(call, node, value, isNew, knownRows)
    } else if (value !== undefined) filled[node.name] = await inside(call, node, value, isNew, knownRows)
    else if (isNew && node.structure === 'group') filled[node.name] = await inside(call, node, {}, true, knownRows)
  }
  return filled
}

async function eachLocale(
  call: Call,
  node: FieldNode,
  values: JsonObject,
  isNew: boolean,
  knownRows: ReadonlySet<JsonValue>,
): Promise<JsonObject> {
  const filled: JsonObject = {}
  for (const [locale, value] of Object.entries(values))
    filled[locale] = await inside(call, node, value, isNew, knownRows)
  return filled
}

async function inside(
  call: Call,
  node: FieldNode,
  value: JsonValue,
  isNew: boolean,
  knownRows: ReadonlySet<JsonValue>,
): Promise<JsonValue> {
  if (node.structure === 'group')
    return isObject(value) ? withDefaults(call, node.fields, value, isNew, knownRows) : value
  if ((node.structure !== 'rows' && node.structure !== 'blocks') || !Array.isArray(value)) return value
  const rows: JsonValue[] = []
  for (const row of value) {
    const fields = isObject(row) ? fieldsOfRow(node, row) : undefined
    if (!isObject(row) || !fields) rows.push(row)
    else rows.push(await withDefaults(call, fields, row, !knownRows.has(row['id'] ?? null), knownRows))
  }
  return rows
}

export function fieldsOfRow(node: FieldNode, row: JsonObject): readonly FieldNode[] | undefined {
  if (node.structure === 'rows') return node.fields
  const block = row['blockType']
  return typeof block === 'string' && Object.hasOwn(node.blocks, block) ? node.blocks[block] : undefined
}

export async function defaultOf(call: Call, node: FieldNode): Promise<JsonValue | undefined> {
  const given = node.options.default
  const value: unknown =
    typeof given === 'function' ? await given({ actor: call.caller.actor, locale: localeCode(call) }) : given
  return value === undefined ? undefined : (structuredClone(value) as JsonValue)
}

function inDefaultLocale(call: Call, value: JsonValue): JsonObject {
  return { [call.runtime.manifest.localization?.defaultLocale ?? '']: value }
}

/** The ids of all rows in stored content, at any depth. */
export function rowIds(fields: readonly FieldNode[], data: JsonObject, found = new Set<JsonValue>()): Set<JsonValue> {
  for (const node of fields) {
    if (node.structure === 'value' || node.structure === 'computed') continue
    const value = data[node.name]
    const values = node.localized && isObject(value) ? Object.values(value) : [value]
    for (const one of values) {
      if (node.structure === 'group') {
        if (isObject(one)) rowIds(node.fields, one, found)
        continue
      }
      for (const row of rowsOf(one)) {
        if (typeof row['id'] === 'string') found.add(row['id'])
        rowIds(fieldsOfRow(node, row) ?? [], row, found)
      }
    }
  }
  return found
}
