import { isRecord, type Members, recordsOf } from './members.ts'
import type { FieldSchema } from './schema.ts'

export type Values = Members

/** One translatable value of a document. */
export interface TranslationUnit {
  /** Path with row indexes: `links.0.label`. */
  readonly path: string
  readonly key: string
  readonly source: unknown
  readonly target: unknown
}

/** Whether the actor may translate the field at this schema path. */
export type MayTranslate = (schemaPath: string) => boolean

/** Pairs of source value and translation. Empty source values need no translation. */
export function translationUnits(
  fields: readonly FieldSchema[],
  source: Values,
  target: Values,
  may: MayTranslate,
): TranslationUnit[] {
  return everyUnit(fields, source, target, may).filter((unit) => !isEmptyValue(unit.source))
}

/** Includes values that are empty in the source. */
export function everyUnit(
  fields: readonly FieldSchema[],
  source: Values,
  target: Values,
  may: MayTranslate,
): TranslationUnit[] {
  return unitsIn(fields, { source, target, path: '', key: '', isLocalized: false }, may)
}

export const isMissing = ({ target }: TranslationUnit) => isEmptyValue(target)

export interface Progress {
  readonly translated: number
  readonly total: number
}

export function progressOf(units: readonly TranslationUnit[]): Progress {
  return { translated: units.filter((unit) => !isMissing(unit)).length, total: units.length }
}

interface Level {
  readonly source: unknown
  readonly target: unknown
  readonly path: string
  readonly key: string
  /** Inside of a localized group, which has an object for each language. */
  readonly isLocalized: boolean
}

function unitsIn(fields: readonly FieldSchema[], level: Level, may: MayTranslate): TranslationUnit[] {
  return fields.flatMap((field) => {
    if (!isTranslatable(field, may)) return []
    const [source, target] = [memberOf(level.source, field.name), memberOf(level.target, field.name)]
    const [path, key] = [`${level.path}${field.name}`, `${level.key}${field.name}`]
    const isLocalized = level.isLocalized || field.localized
    if (field.structure === 'group')
      return unitsIn(field.fields ?? [], { source, target, path: `${path}.`, key: `${key}.`, isLocalized }, may)
    if (isLocalized) return [{ path, key, source, target }]
    if (field.structure === 'value') return []
    const translated = new Map(recordsOf(target).map((row, index) => [row['id'], { row, index }]))
    return recordsOf(source).flatMap((row) => {
      const other = translated.get(row['id'])
      if (!other) return []
      const below = { source: row, target: other.row, isLocalized: false }
      const at = { path: `${path}.${other.index}.`, key: `${key}.${String(row['id'])}.` }
      return unitsIn(fieldsOfRow(field, row), { ...below, ...at }, may)
    })
  })
}

export function isTranslatable(field: FieldSchema, may: MayTranslate): boolean {
  return field.structure !== 'computed' && !field.readOnly && field.admin?.hidden !== true && may(field.path)
}

export function fieldsOfRow(field: FieldSchema, row: Values): readonly FieldSchema[] {
  return (field.blocks ? field.blocks[String(row['blockType'])]?.fields : field.fields) ?? []
}

export function memberOf(object: unknown, name: string): unknown {
  return isRecord(object) ? (object[name] ?? null) : null
}

/** The same definition as the `exists` filter of the service. */
export function isEmptyValue(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/** Reduces a document read in all languages to one. */
export function inLanguage(fields: readonly FieldSchema[], doc: Values, locale: string): Values {
  return { ...doc, ...Object.fromEntries(fields.map((field) => [field.name, valueIn(field, doc[field.name], locale)])) }
}

function valueIn(field: FieldSchema, value: unknown, locale: string): unknown {
  if (field.localized) return memberOf(value, locale)
  if (field.structure === 'group') return isRecord(value) ? inLanguage(field.fields ?? [], value, locale) : value
  if (field.structure !== 'rows' && field.structure !== 'blocks') return value
  return recordsOf(value).map((row) => inLanguage(fieldsOfRow(field, row), row, locale))
}
