import type { RefuseValue } from '../../contracts/content-spec.ts'
import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import type { Localization } from '../../contracts/localization.ts'
import { emptyValue } from '../../content/empty-value.ts'
import { isObject } from '../../content/json-object.ts'
import { convertValue } from './convert-value.ts'
import type { FieldForm } from './field-form.ts'
import { isSomething } from './form-walk.ts'
import { gatherLocales, spreadLocales } from './relocalize.ts'

/** A field's recorded and current form, and a callback for values that cannot be converted. */
export interface Conversion {
  readonly from: FieldForm
  readonly node: FieldNode
  readonly localization: Localization | null
  readonly refuse: RefuseValue
}

/** Converts a field's stored value to its current form. Refuses a lossy conversion, and keeps the value. */
export function convertField(conversion: Conversion, value: JsonValue): JsonValue {
  let isLossless = true
  const refuse: RefuseValue = (lost, why) => {
    isLossless = false
    conversion.refuse(lost, why)
  }
  const converted = convertLocales({ ...conversion, refuse }, value)
  return isLossless ? converted : value
}

function convertLocales(conversion: Conversion, value: JsonValue): JsonValue {
  const { from, node, localization } = conversion
  if (!node.localized) return from.localized && isObject(value) ? gather(conversion, value) : plain(conversion, value)
  const isByLocale = isObject(value) && (from.localized || isByLocaleAlready(node, value, localization))
  if (isByLocale) return mapLocales(value, (one) => plain(conversion, one))
  if (!localization || !isSomething(value)) return {}
  return mapLocales(spreadLocales(from, value, localization), (one) => plain(conversion, one))
}

/**
 * Whether a write with today's fields has already stored the new form, before the migration ran (`local` in a data
 * migration).
 */
function isByLocaleAlready(node: FieldNode, value: JsonObject, localization: Localization | null): boolean {
  const keys = Object.keys(value)
  const fields = new Set(node.fields.map(({ name }) => name))
  return (
    node.localized &&
    localization !== null &&
    node.storedAs !== 'json' &&
    keys.every((key) => localization.locales.includes(key) && !fields.has(key))
  )
}

function mapLocales(byLocale: JsonObject, map: (value: JsonValue) => JsonValue): JsonObject {
  return Object.fromEntries(
    Object.entries(byLocale).map(([locale, value]) => [locale, value === null ? null : map(value)]),
  )
}

/**
 * Merges all locales into one value. Possible if there is only one, if all are equal, or if the fields inside are
 * localized now.
 */
function gather(conversion: Conversion, byLocale: JsonObject): JsonValue {
  const { from, node, refuse } = conversion
  const given = Object.entries(byLocale).filter(([, value]) => isSomething(value))
  const [first] = given
  if (!first) return emptyValue(node)
  const gathered = gatherLocales(from, node, Object.fromEntries(given))
  if (gathered !== undefined) return plain(conversion, gathered)
  refuse(byLocale, 'has translations that differ')
  return byLocale
}

function plain(conversion: Conversion, value: JsonValue): JsonValue {
  const { from, node, refuse } = conversion
  // Later steps convert the contents of groups and rows.
  if (from.structure === node.structure && node.structure !== 'value') return value
  if (!isSomething(value)) return emptyPlain(node)
  if (from.structure !== 'value' || node.structure !== 'value') {
    refuse(value, `cannot become ${nameOfNode(node)}`)
    return value
  }
  const elements = Array.isArray(value) && (from.many || node.many) && from.type !== 'json' ? value : [value]
  const converted = elements.map((one) => {
    const next = convertValue(from, node, one)
    if (next === undefined) refuse(one, `cannot become ${nameOfNode(node)}`)
    return next ?? null
  })
  if (node.many) return converted.filter((one) => one !== null)
  if (converted.length > 1) refuse(value, 'is more than one value')
  return converted[0] ?? null
}

function emptyPlain(node: FieldNode): JsonValue {
  return emptyValue({ ...node, localized: false })
}

function nameOfNode({ type, storedAs }: FieldNode): string {
  return storedAs === 'day' ? 'a day' : `${/^[aeiou]/.test(type.name) ? 'an' : 'a'} ${type.name}`
}
