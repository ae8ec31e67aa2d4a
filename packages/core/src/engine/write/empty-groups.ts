import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import type { LocaleChoice } from '../../contracts/localization.ts'
import { holdsObjects } from '../../content/each-object.ts'
import { flatten } from '../../content/field-tree.ts'
import { isObject, mapValues } from '../../content/json-object.ts'
import { fieldsOfRow, rowsById, sameRow } from '../../content/rows.ts'
import { dataOf, holdsTextBlocks, mapTextBlocks, textBlocks } from '../../content/text-blocks.ts'
import type { Call } from '../call.ts'
import type { DeniedPaths } from '../field-access.ts'

/**
 * Replaces null for a group by null for each of its fields, except those that the writer may not write. `old` is the
 * stored content.
 */
export function emptyGroups(call: Call, input: JsonObject, old: JsonObject | null, denied: DeniedPaths): JsonObject {
  const { entity, caller, locale, runtime } = call
  if (caller.system || !(denied || hidesFields(entity.fields))) return input
  const mayWrite = (node: FieldNode) => !(node.hidden || node.readOnly || denied?.has(node.path))
  const { localization } = runtime.manifest
  return inObject(entity.fields, input, old, { mayWrite, locale, defaultLocale: localization?.defaultLocale })
}

const hiding = new WeakMap<readonly FieldNode[], boolean>()

/** Whether any field is hidden, at any depth. Cached. */
function hidesFields(fields: readonly FieldNode[]): boolean {
  const known = hiding.get(fields)
  if (known !== undefined) return known
  const hides = flatten(fields).some((node) => node.hidden)
  hiding.set(fields, hides)
  return hides
}

interface Writer {
  readonly mayWrite: (node: FieldNode) => boolean
  readonly locale: LocaleChoice | null
  readonly defaultLocale: string | undefined
}

function inObject(fields: readonly FieldNode[], input: JsonObject, old: JsonObject | null, writer: Writer): JsonObject {
  const spelled: JsonObject = { ...input }
  for (const node of fields) {
    const value = input[node.name]
    if (value === undefined || !holdsObjects(node)) continue
    const before = old?.[node.name]
    spelled[node.name] = node.localized
      ? inLocales(node, value, before, old === null, writer)
      : inValue(node, value, before, writer)
  }
  return spelled
}

function inLocales(
  node: FieldNode,
  value: JsonValue,
  old: JsonValue | undefined,
  isNew: boolean,
  writer: Writer,
): JsonValue {
  const { locale, defaultLocale = '' } = writer
  const stored = isObject(old) ? old : {}
  const inOne = (one: JsonValue, code: string) => {
    // A missing translation has nothing to keep.
    const isAbsent = one === null && code !== defaultLocale && !isObject(stored[code])
    return isAbsent ? null : inValue(node, one, stored[code], writer)
  }
  if (!locale?.all) return inOne(value, locale?.locale ?? '')
  if (isObject(value)) return mapValues(value, inOne)
  if (value !== null) return value
  // Null for all locales means each existing one, or in a new document the default one.
  const codes = isNew ? [defaultLocale] : Object.keys(stored)
  return codes.length === 0 ? null : Object.fromEntries(codes.map((code) => [code, inOne(null, code)]))
}

function inValue(node: FieldNode, value: JsonValue, old: JsonValue | undefined, writer: Writer): JsonValue {
  if (node.structure === 'group') {
    const before = isObject(old) ? old : null
    if (value !== null) return isObject(value) ? inObject(node.fields, value, before, writer) : value
    const nulls = node.fields.filter(writer.mayWrite).map((inner) => [inner.name, null])
    return inObject(node.fields, Object.fromEntries(nulls) as JsonObject, before, writer)
  }
  if (holdsTextBlocks(node)) return inText(node, value, old, writer)
  if (!Array.isArray(value)) return value
  const rows = rowsById(old)
  return value.map((row) =>
    isObject(row) ? inObject(fieldsOfRow(node, row) ?? [], row, sameRow(row, rows), writer) : row,
  )
}

function inText(node: FieldNode, text: JsonValue, old: JsonValue | undefined, writer: Writer): JsonValue {
  const stored = rowsById(textBlocks(old))
  return mapTextBlocks(text, (block) => {
    const [data, same] = [dataOf(block), sameRow(block, stored)]
    return data
      ? { ...block, data: inObject(fieldsOfRow(node, block) ?? [], data, same && dataOf(same), writer) }
      : block
  })
}
