import type { FieldSchema } from './schema.ts'
import {
  everyUnit,
  fieldsOfRow,
  inLanguage,
  isEmptyValue,
  isMissing,
  isTranslatable,
  type MayTranslate,
  memberOf,
  type TranslationUnit,
  type Values,
} from './translation-units.ts'
import { isRecord, recordsOf } from './members.ts'
import { sameJson } from './same-json.ts'

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
      const row = recordsOf(to)[Number(keys[at])]
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
  const known = rowsById.get(list) ?? new Map(recordsOf(list).map((row) => [row['id'], row]))
  rowsById.set(list, known)
  return known.get(id)
}

/** Copies the source into the target: missing values only, or all. Matches rows by id. */
export function copied(
  field: FieldSchema,
  source: unknown,
  target: unknown,
  isWanted: (path: string) => boolean,
  path = field.name,
): unknown {
  if (field.structure === 'group' && isRecord(source))
    return { ...(isRecord(target) ? target : {}), ...copiedMembers(field.fields ?? [], source, target, isWanted, path) }
  if (isWanted(path)) return source
  if (field.localized || (field.structure !== 'rows' && field.structure !== 'blocks')) return target
  const sources = new Map(recordsOf(source).map((row) => [row['id'], row]))
  return recordsOf(target).map((row, index) => {
    const from = sources.get(row['id'])
    return from ? { ...row, ...copiedMembers(fieldsOfRow(field, row), from, row, isWanted, `${path}.${index}`) } : row
  })
}

function copiedMembers(
  fields: readonly FieldSchema[],
  source: Values,
  target: unknown,
  isWanted: (path: string) => boolean,
  path: string,
): Values {
  return Object.fromEntries(
    fields
      .filter(({ structure, readOnly }) => structure !== 'computed' && !readOnly)
      .map((field) => [
        field.name,
        copied(field, source[field.name], memberOf(target, field.name), isWanted, `${path}.${field.name}`),
      ]),
  )
}

interface RevisionContent {
  readonly data: Values
}

/**
 * Keys of source values that changed after the translation was written. `isWhole`: the last revision in the list is the
 * first of the document; otherwise, older ones are unknown. Newest first.
 */
export function outdatedKeys(
  fields: readonly FieldSchema[],
  revisions: readonly RevisionContent[],
  { source, target }: { readonly source: string; readonly target: string },
  isWhole: boolean,
): ReadonlySet<string> {
  const anything = () => true
  const contents = revisions.map(({ data }) => {
    const units = everyUnit(fields, inLanguage(fields, data, source), inLanguage(fields, data, target), anything)
    return new Map(units.map((unit) => [unit.key, unit]))
  })
  const lastChange = (key: string, side: 'source' | 'target') => {
    const values = contents.map((units) => units.get(key)?.[side] ?? null)
    const found = values.findIndex((value, index) => index + 1 < values.length && !sameJson(value, values[index + 1]))
    // No known revision changes it.
    if (found < 0) return isWhole ? values.length - 1 : values.length
    return found
  }
  const [newest] = contents
  const present = [...(newest?.values() ?? [])].filter((unit) => !isMissing(unit))
  return new Set(
    present.filter(({ key }) => lastChange(key, 'source') < lastChange(key, 'target')).map(({ key }) => key),
  )
}
