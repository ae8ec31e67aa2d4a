import type { DefaultArguments } from '../../contracts/field-options.ts'
import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import { holdsObjects } from '../../content/each-object.ts'
import { isObject } from '../../content/json-object.ts'
import { fieldsOfRow, holdsRows, rowsById, sameRow } from '../../content/rows.ts'
import { dataOf, holdsTextBlocks, mapTextBlocks, textBlocks } from '../../content/text-blocks.ts'
import { type Call, localeCode } from '../call.ts'
import { datesAsText } from './dates-as-text.ts'

/**
 * Adds defaults for missing values in new documents (`before` is null) and in new groups and rows of an update. Rows
 * are matched by `id`, and blocks also by type.
 */
export async function withDefaults(
  call: Call,
  fields: readonly FieldNode[],
  input: JsonObject,
  before: JsonObject | null,
): Promise<JsonObject> {
  const filled: JsonObject = { ...input }
  for (const node of fields) {
    const old = before?.[node.name]
    if (filled[node.name] === undefined && !before && node.options.default !== undefined) {
      const value = await defaultOf(call, node)
      if (value !== undefined)
        filled[node.name] = node.localized && call.locale?.all ? inDefaultLocale(call, value) : value
    }
    // Most fields are values without content that could be new.
    if (!holdsObjects(node)) continue
    const value = filled[node.name]
    if (node.localized && call.locale?.all) {
      if (isObject(value)) filled[node.name] = await eachLocale(call, node, value, old)
    } else if (value !== undefined) filled[node.name] = await inside(call, node, value, inLocale(call, node, old))
    else if (!before && node.structure === 'group') filled[node.name] = await inside(call, node, {}, undefined)
  }
  return filled
}

async function eachLocale(
  call: Call,
  node: FieldNode,
  values: JsonObject,
  old: JsonValue | undefined,
): Promise<JsonObject> {
  const filled: JsonObject = {}
  for (const [locale, value] of Object.entries(values))
    filled[locale] = await inside(call, node, value, isObject(old) ? old[locale] : undefined)
  return filled
}

/** The stored value in the call's locale. */
function inLocale({ locale }: Call, node: FieldNode, old: JsonValue | undefined): JsonValue | undefined {
  if (!node.localized || !locale || locale.all) return old
  return isObject(old) ? old[locale.locale] : undefined
}

async function inside(call: Call, node: FieldNode, value: JsonValue, old: JsonValue | undefined): Promise<JsonValue> {
  if (node.structure === 'group')
    return isObject(value) ? withDefaults(call, node.fields, value, isObject(old) ? old : null) : value
  if (holdsTextBlocks(node)) return insideText(call, node, value, old)
  if (!holdsRows(node) || !Array.isArray(value)) return value
  const oldRows = rowsById(old)
  const rows: JsonValue[] = []
  for (const row of value) {
    const fields = isObject(row) ? fieldsOfRow(node, row) : undefined
    if (!isObject(row) || !fields) rows.push(row)
    else rows.push(await withDefaults(call, fields, row, sameRow(row, oldRows)))
  }
  return rows
}

async function insideText(
  call: Call,
  node: FieldNode,
  text: JsonValue,
  old: JsonValue | undefined,
): Promise<JsonValue> {
  const stored = rowsById(textBlocks(old))
  const filled = new Map<JsonObject, JsonObject>()
  for (const block of textBlocks(text)) {
    const fields = fieldsOfRow(node, block)
    const { data = {} } = block
    const same = sameRow(block, stored)
    if (fields && isObject(data))
      filled.set(block, { ...block, data: await withDefaults(call, fields, data, same && dataOf(same)) })
  }
  return mapTextBlocks(text, (block) => filled.get(block) ?? block)
}

async function defaultOf(call: Call, node: FieldNode): Promise<JsonValue | undefined> {
  const given = node.options.default
  const value = typeof given === 'function' ? await (given as DefaultFunction)(defaultArguments(call)) : given
  return value === undefined ? undefined : datesAsText(structuredClone(value) as JsonValue)
}

type DefaultFunction = (args: DefaultArguments) => unknown

function defaultArguments(call: Call): DefaultArguments {
  return { actor: call.caller.actor, locale: localeCode(call), context: call.caller.context }
}

function inDefaultLocale(call: Call, value: JsonValue): JsonObject {
  return { [call.runtime.manifest.localization?.defaultLocale ?? '']: value }
}
