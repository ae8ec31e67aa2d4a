import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import { holdsObjects } from '../../content/each-object.ts'
import { flatten } from '../../content/field-tree.ts'
import { isObject } from '../../content/json-object.ts'
import { mapLocales } from '../../content/locales.ts'
import { fieldsOfRow } from '../../content/rows.ts'
import type { Call } from '../call.ts'
import type { DeniedPaths } from '../field-access.ts'

/**
 * The input with null in the place of a group spelled out: each of its fields is null, except those that the writer may not write
 * and so may not clear either.
 */
export function emptyGroups(call: Call, input: JsonObject, denied: DeniedPaths): JsonObject {
  const { entity, caller, locale } = call
  if (caller.system || !(denied || hidesFields(entity.fields))) return input
  const mayWrite = (node: FieldNode) => !(node.hidden || node.readOnly || denied?.has(node.path))
  return inObject(entity.fields, input, { mayWrite, allLocales: locale?.all ?? false })
}

const hiding = new WeakMap<readonly FieldNode[], boolean>()

/** Whether any field is hidden, at any depth; found once. */
function hidesFields(fields: readonly FieldNode[]): boolean {
  const known = hiding.get(fields)
  if (known !== undefined) return known
  const hides = flatten(fields).some((node) => node.hidden)
  hiding.set(fields, hides)
  return hides
}

interface Writer {
  readonly mayWrite: (node: FieldNode) => boolean
  readonly allLocales: boolean
}

function inObject(fields: readonly FieldNode[], input: JsonObject, writer: Writer): JsonObject {
  const spelled: JsonObject = { ...input }
  for (const node of fields) {
    const value = input[node.name]
    if (value !== undefined && holdsObjects(node))
      spelled[node.name] = mapLocales(node, value, writer.allLocales, (one) => inValue(node, one, writer))
  }
  return spelled
}

function inValue(node: FieldNode, value: JsonValue, writer: Writer): JsonValue {
  if (node.structure === 'group') {
    if (value !== null) return isObject(value) ? inObject(node.fields, value, writer) : value
    const nulls = node.fields.filter(writer.mayWrite).map((inner) => [inner.name, null])
    return inObject(node.fields, Object.fromEntries(nulls) as JsonObject, writer)
  }
  if (!Array.isArray(value)) return value
  return value.map((row) => (isObject(row) ? inObject(fieldsOfRow(node, row) ?? [], row, writer) : row))
}
