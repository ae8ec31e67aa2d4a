import type { FieldSchema } from './schema.ts'
import {
  fieldsOfRow,
  isEmptyValue,
  isTranslatable,
  type MayTranslate,
  memberOf,
  rowsOf,
  type TranslationUnit,
  type Values,
} from './translation-units.ts'

/** The translation unit at a path, without computing the others; undefined if there is none. */
export function unitAt(
  fields: readonly FieldSchema[],
  source: Values,
  target: Values,
  path: string,
  may: MayTranslate,
): TranslationUnit | undefined {
  const keys = path.split('.')
  let inside: readonly FieldSchema[] = fields
  let [from, to]: [unknown, unknown] = [source, target]
  let isLocalized = false
  const key: string[] = []
  for (let at = 0; at < keys.length; at += 1) {
    const name = keys[at] ?? ''
    const field = inside.find((one) => one.name === name)
    if (!field || !isTranslatable(field, may)) return undefined
    ;[from, to] = [memberOf(from, name), memberOf(to, name)]
    key.push(name)
    isLocalized ||= field.localized
    const isLast = at === keys.length - 1
    if (field.structure === 'group') inside = field.fields ?? []
    else if (isLocalized) return isLast ? { path, key: key.join('.'), source: from, target: to } : undefined
    else {
      at += 1
      const row = rowsOf(to)[Number(keys[at])]
      const other = row && rowById(from, row['id'])
      if (!row || !other || field.structure === 'value') return undefined
      key.push(String(row['id']))
      ;[from, to] = [other, row]
      inside = fieldsOfRow(field, row)
    }
  }
  return undefined
}

export const isEmptySource = ({ source }: TranslationUnit) => isEmptyValue(source)

/** Rows of source values by id. Sources are immutable. */
const rowsById = new WeakMap<object, ReadonlyMap<unknown, Values>>()

function rowById(list: unknown, id: unknown): Values | undefined {
  if (!Array.isArray(list)) return undefined
  const known = rowsById.get(list) ?? new Map(rowsOf(list).map((row) => [row['id'], row]))
  rowsById.set(list, known)
  return known.get(id)
}
