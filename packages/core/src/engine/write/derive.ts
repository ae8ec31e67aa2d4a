import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import { isObject } from '../../content/json-object.ts'
import type { Overlay } from './overlay.ts'

/**
 * The input of a new document or row with what its fields make of their siblings where nothing was given: a slug from a title. Where
 * all locales are written, each locale by itself.
 */
export function withDerived(
  { locale, localization }: Overlay,
  fields: readonly FieldNode[],
  input: JsonObject,
): JsonObject {
  const filled: JsonObject = { ...input }
  if (!locale?.all || !localization) {
    for (const node of fields) {
      const value = input[node.name] === undefined ? node.type.derive(input, node.options) : undefined
      if (value !== undefined) filled[node.name] = value
    }
    return filled
  }
  const siblings = new Map(
    localization.locales.map((code) => [code, inLocale(fields, input, code, code === localization.defaultLocale)]),
  )
  for (const node of fields) {
    const given = input[node.name]
    const derived = (code: string) => node.type.derive(siblings.get(code) ?? {}, node.options)
    if (!node.localized) {
      const value = given === undefined ? derived(localization.defaultLocale) : undefined
      if (value !== undefined) filled[node.name] = value
    } else if (given === undefined || isObject(given)) {
      const missing = localization.locales.filter((code) => given?.[code] === undefined)
      const made = missing.flatMap((code): [string, JsonValue][] => {
        const value = derived(code)
        return value === undefined ? [] : [[code, value]]
      })
      if (made.length > 0) filled[node.name] = { ...given, ...Object.fromEntries(made) }
    }
  }
  return filled
}

/** What a write of this one locale would have sent. Values that are the same in every locale belong to the default one. */
function inLocale(fields: readonly FieldNode[], input: JsonObject, code: string, isDefault: boolean): JsonObject {
  const values: JsonObject = {}
  for (const { name, localized } of fields) {
    const given = input[name]
    const value = localized ? (isObject(given) ? given[code] : undefined) : isDefault ? given : undefined
    if (value !== undefined) values[name] = value
  }
  return values
}
