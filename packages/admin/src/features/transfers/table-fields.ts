import { can, labelOf, titleFieldOf } from '../../data/entities.ts'
import type { EntitySchema, FieldSchema, Schema } from '../../data/schema.ts'
import type { ListState } from '../../screens/list/list-state.ts'

/** A column that a table may have, as the service names it. */
export interface TableField {
  readonly name: string
  readonly label: string
  /** The same column without its locale. */
  readonly plain?: TableField
}

/** Columns that rows can be imported into: writable fields, also of groups, in each locale. */
export function tableFields(entity: EntitySchema, { localization }: Pick<Schema, 'localization'>): TableField[] {
  const walk = (fields: readonly FieldSchema[], before: readonly string[], isLocalized: boolean): TableField[] =>
    fields.flatMap((field) => {
      if (field.readOnly || field.structure === 'computed') return []
      const label = [...before, labelOf(field)]
      const hasLocales = isLocalized || field.localized
      if (field.structure === 'group') return walk(field.fields ?? [], label, hasLocales)
      const plain = { name: field.path, label: label.join(' › ') }
      if (!hasLocales || !localization) return [plain]
      return localization.locales.map((locale) => ({
        name: `${plain.name}@${locale}`,
        label: `${plain.label} (${locale})`,
        plain,
      }))
    })
  return [{ name: 'id', label: 'ID' }, ...walk(entity.fields, [], false)]
}

/** Fields that identify documents: the id and unique fields. */
export function namingFields(entity: EntitySchema): TableField[] {
  const unique = entity.fields.filter(({ unique: isUnique, localized }) => isUnique && !localized)
  return [
    { name: 'id', label: 'ID' },
    ...(can(entity, 'upsert') ? unique.map((field) => ({ name: field.name, label: labelOf(field) })) : []),
  ]
}

/** The columns of a list as columns of a file. */
export function shownFields(
  entity: EntitySchema,
  { columns, locale }: Pick<ListState, 'columns' | 'locale'>,
): string[] {
  const title = titleFieldOf(entity)
  const names = columns.flatMap(({ key, kind, field }) => {
    const shown = kind === 'title' ? title : field
    if (kind === 'languages' || (kind === 'title' && !title)) return []
    if (!shown) return [key]
    return [shown.localized && locale !== undefined ? `${shown.path}@${locale}` : shown.path]
  })
  return [...new Set(['id', ...names])]
}

export function formatOf(filename: string): 'csv' | 'json' | 'jsonl' {
  const ending = filename.slice(filename.lastIndexOf('.') + 1).toLowerCase()
  if (ending === 'json') return 'json'
  return ending === 'jsonl' || ending === 'ndjson' ? 'jsonl' : 'csv'
}
