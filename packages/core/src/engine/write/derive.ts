import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import { isObject } from '../../content/json-object.ts'
import type { Overlay } from './overlay.ts'

/**
 * Derives missing values of a new document or row from siblings, such as a slug from a title; with all locales, for
 * each locale.
 */
export function withDerived(
  { locale, localization, derived: made }: Overlay,
  fields: readonly FieldNode[],
  input: JsonObject,
  prefix: string,
): JsonObject {
  const filled: JsonObject = { ...input }
  if (!locale?.all || !localization) {
    for (const node of fields) {
      const value = input[node.name] === undefined ? node.type.derive(input, node.options) : undefined
      if (value === undefined) continue
      filled[node.name] = value
      made.set(indexOf(prefix, node, locale?.all === false ? locale.locale : undefined), node)
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
      if (value === undefined) continue
      filled[node.name] = value
      made.set(indexOf(prefix, node, undefined), node)
    } else if (given === undefined || isObject(given)) {
      const underived = localization.locales.filter((code) => given?.[code] === undefined)
      const found = underived.flatMap((code): [string, JsonValue][] => {
        const value = derived(code)
        return value === undefined ? [] : [[code, value]]
      })
      if (found.length > 0) filled[node.name] = { ...given, ...Object.fromEntries(found) }
      for (const [code] of found) made.set(indexOf(prefix, node, code), node)
    }
  }
  return filled
}

/** Name of the unique index of a value, if there is one (manifest/table.ts). */
function indexOf(prefix: string, { name, localized }: FieldNode, locale: string | undefined): string {
  return localized && locale !== undefined ? `${prefix}${name}@${locale}` : prefix + name
}

/** The input for one locale. Values that are not localized belong to the default locale. */
function inLocale(fields: readonly FieldNode[], input: JsonObject, code: string, isDefault: boolean): JsonObject {
  const values: JsonObject = {}
  for (const { name, localized } of fields) {
    const given = input[name]
    const value = localized ? (isObject(given) ? given[code] : undefined) : isDefault ? given : undefined
    if (value !== undefined) values[name] = value
  }
  return values
}
