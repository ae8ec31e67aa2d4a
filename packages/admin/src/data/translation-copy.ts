import type { FieldSchema } from './schema.ts'
import { fieldsOfRow, isObject, memberOf, rowsOf, type Values } from './translation-units.ts'

/** Copies the source into the target: missing values only, or all. Matches rows by id. */
export function copied(
  field: FieldSchema,
  source: unknown,
  target: unknown,
  isWanted: (path: string) => boolean,
  path = field.name,
): unknown {
  if (field.structure === 'group' && isObject(source))
    return { ...(isObject(target) ? target : {}), ...copiedMembers(field.fields ?? [], source, target, isWanted, path) }
  if (isWanted(path)) return source
  if (field.localized || (field.structure !== 'rows' && field.structure !== 'blocks')) return target
  const sources = new Map(rowsOf(source).map((row) => [row['id'], row]))
  return rowsOf(target).map((row, index) => {
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
