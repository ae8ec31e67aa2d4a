import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import type { Localization } from '../../contracts/localization.ts'
import { isObject, mapValues } from '../../content/json-object.ts'
import { fieldsOfRow, dataOf, mapTextBlocks, textBlocks } from '../../content/walk-content.ts'
import type { FieldForm } from './field-form.ts'
import { isSomething } from './form-walk.ts'

/**
 * Localizes a whole value. A locale gets the values that the fields inside had for it; values without locales are
 * copied to every locale, so that reads stay the same.
 */
export function spreadLocales(form: FieldForm, value: JsonValue, { defaultLocale, locales }: Localization): JsonObject {
  const inside = new Set([defaultLocale, ...localesInside(form, value)])
  return Object.fromEntries(
    locales.filter((locale) => inside.has(locale)).map((locale) => [locale, inLocale(form, value, locale)]),
  )
}

function localesInside(form: FieldForm, value: JsonValue): string[] {
  return objectsIn(form, value).flatMap(({ fields, object }) =>
    fields.flatMap((inner) => {
      const one = object[inner.name] ?? null
      if (!inner.localized) return localesInside(inner, one)
      return isObject(one) ? Object.keys(one).filter((locale) => isSomething(one[locale])) : []
    }),
  )
}

function objectsIn(
  form: FieldForm,
  value: JsonValue,
): { readonly fields: readonly FieldForm[]; readonly object: JsonObject }[] {
  if (form.structure === 'value')
    return textBlocks(value).flatMap((block) => {
      const [fields, object] = [formsOfRow(form, block), dataOf(block)]
      return fields && object ? [{ fields, object }] : []
    })
  const objects = (Array.isArray(value) ? value : [value]).filter((one) => isObject(one))
  return objects.flatMap((object) => {
    const fields = formsOfRow(form, object)
    return fields ? [{ fields, object }] : []
  })
}

function formsOfRow({ fields, blocks }: FieldForm, { blockType }: JsonObject): readonly FieldForm[] | undefined {
  if (!blocks) return fields
  return typeof blockType === 'string' ? blocks[blockType] : undefined
}

function inLocale(form: FieldForm, value: JsonValue, locale: string): JsonValue {
  if (form.structure === 'value')
    return mapTextBlocks(value, (block) => {
      const [fields, data] = [formsOfRow(form, block), dataOf(block)]
      return fields && data ? { ...block, data: membersIn(fields, data, locale) } : block
    })
  const one = (object: JsonValue): JsonValue => {
    const [found] = objectsIn(form, object)
    return found && isObject(object) ? membersIn(found.fields, object, locale) : object
  }
  return Array.isArray(value) ? value.map(one) : one(value)
}

function membersIn(fields: readonly FieldForm[], object: JsonObject, locale: string): JsonObject {
  const named = new Map(fields.map((inner) => [inner.name, inner]))
  return mapValues(object, (stored, name) => {
    const inner = named.get(name)
    if (!inner) return stored
    if (!inner.localized) return inLocale(inner, stored, locale)
    return (isObject(stored) ? stored[locale] : undefined) ?? null
  })
}

/**
 * Merges the values of several locales into one: if they are equal, or, for groups and rows with matching structure,
 * with the locales moved into the fields inside. Undefined if that would lose information.
 */
export function gatherLocales(form: FieldForm, node: FieldNode, byLocale: JsonObject): JsonValue | undefined {
  const values = Object.values(byLocale)
  const [first = null] = values
  if (!holdsLocalized(node)) {
    const text = JSON.stringify(first)
    return values.every((value) => JSON.stringify(value) === text) ? first : undefined
  }
  if (node.structure === 'group') return gatherObjects(form.fields ?? [], node.fields, byLocale)
  if (node.structure === 'value') return gatherTexts(form, node, byLocale)
  return gatherRows(form, node, byLocale)
}

function holdsLocalized(node: FieldNode): boolean {
  const inside = [node.fields, ...Object.values(node.blocks)].flat()
  return inside.some((inner) => inner.localized || holdsLocalized(inner))
}

function gatherObjects(
  forms: readonly FieldForm[],
  fields: readonly FieldNode[],
  byLocale: JsonObject,
): JsonObject | undefined {
  const gathered: JsonObject = {}
  const names = new Set(Object.values(byLocale).flatMap((object) => (isObject(object) ? Object.keys(object) : [])))
  for (const name of names) {
    const node = fields.find((one) => one.name === name)
    const form = forms.find((one) => one.name === name)
    const values = mapValues(byLocale, (object) => (isObject(object) ? object[name] : undefined) ?? null)
    const value = node?.localized ? values : gatherPlain(form, node, values)
    if (value === undefined) return undefined
    gathered[name] = value
  }
  return gathered
}

function gatherPlain(
  form: FieldForm | undefined,
  node: FieldNode | undefined,
  values: JsonObject,
): JsonValue | undefined {
  if (form && node) return gatherLocales(form, node, values)
  const [first = null, ...others] = Object.values(values)
  return others.every((one) => JSON.stringify(one) === JSON.stringify(first)) ? first : undefined
}

/** Rows match if they have the same ids in the same order. */
function gatherRows(form: FieldForm, node: FieldNode, byLocale: JsonObject): JsonValue | undefined {
  const lists = mapValues(byLocale, (rows) => (Array.isArray(rows) ? rows.filter((row) => isObject(row)) : []))
  const [first = [], ...others] = Object.values(lists)
  const keys = (rows: readonly JsonObject[]) => JSON.stringify(rows.map(({ id, blockType }) => [id, blockType]))
  if (others.some((rows) => keys(rows) !== keys(first))) return undefined
  const gathered = first.map((row, index) => {
    const forms = formsOfRow(form, row) ?? []
    const rows = mapValues(lists, (list) => list[index] ?? {})
    return gatherObjects(forms, fieldsOfRow(node, row) ?? [], rows)
  })
  return gathered.includes(undefined) ? undefined : (gathered as JsonObject[])
}

/** Texts match if they are equal; then each locale of their blocks gets the same content. */
function gatherTexts(form: FieldForm, node: FieldNode, byLocale: JsonObject): JsonValue | undefined {
  const [first = null, ...others] = Object.values(byLocale)
  if (others.some((one) => JSON.stringify(one) !== JSON.stringify(first))) return undefined
  return mapTextBlocks(first, (block) => {
    const data = dataOf(block) ?? {}
    const inEach = mapValues(byLocale, () => data)
    return {
      ...block,
      data: gatherObjects(formsOfRow(form, block) ?? [], fieldsOfRow(node, block) ?? [], inEach) ?? data,
    }
  })
}
