import { type Call, execute, isObject, type JsonObject, type JsonValue, QuireError } from '@quirecms/core/feature'
import { cellOf } from './cell-values.ts'
import { allColumns, type Column, columnNamed, columnsOf } from './columns.ts'
import type { ExportRequest } from './export-api.ts'

/** The requested columns, or all that the caller may read. */
export async function exportColumns(call: Call, { fields, locale }: ExportRequest): Promise<readonly Column[]> {
  const known = columnsOf(call.runtime, call.entity, locale)
  if (!fields) {
    const all = allColumns(known, locale === undefined ? (known.localization?.locales ?? []) : [locale])
    const isReadable = await readableFields(call)
    return all.filter(({ node }) => node === null || isReadable(node.path))
  }
  const columns = fields.map((name) => columnNamed(known, name))
  const issues = fields.flatMap((name, index) =>
    columns[index]
      ? []
      : [
          {
            code: 'unknown_field' as const,
            path: `fields.${index}`,
            message: `There is no field "${name.slice(0, 100)}" to export.`,
          },
        ],
  )
  if (issues.length > 0) throw new QuireError('validation', 'The request is not valid. The issues say why.', { issues })
  return columns.filter((column) => column !== undefined)
}

/**
 * The columns in the header that an earlier attempt has written. If a field was removed or is no longer readable since
 * then, its cells are empty.
 */
export function writtenColumns(call: Call, names: readonly string[], { locale }: ExportRequest): readonly Column[] {
  const known = columnsOf(call.runtime, call.entity, locale)
  return names.map((name) => columnNamed(known, name) ?? { name, node: null, steps: [] })
}

/** Leaves out unreadable fields: an empty column would look like missing data. */
async function readableFields(call: Call): Promise<(path: string) => boolean> {
  const { runtime, entity, caller } = call
  const answer = await execute(runtime, entity, 'access', { query: {}, params: {}, body: {} }, caller)
  const fields = answer.kind === 'value' && isObject(answer.value['fields']) ? answer.value['fields'] : {}
  return (path) => {
    const rights = fields[path]
    return isObject(rights) && rights['read'] === true
  }
}

/** The `select` for these columns. */
export function selectionOf(columns: readonly Column[]): JsonObject {
  const tree: JsonObject = {}
  for (const { node, steps } of columns) {
    let place = tree
    const names = node?.path.split('.') ?? steps
    for (const [index, name] of names.entries()) {
      const inside = place[name]
      if (inside === true) break
      if (index === names.length - 1) place[name] = true
      else {
        const next: JsonObject = isObject(inside) ? inside : {}
        place[name] = next
        place = next
      }
    }
  }
  return tree
}

export function cellsOf(columns: readonly Column[], document: JsonObject, nameOf: NameOfTarget): string[] {
  return columns.map((column) => {
    const value = valueAt(document, column.steps)
    return column.by ? namesOfTargets(value, column, nameOf) : cellOf(column.node, value)
  })
}

export type NameOfTarget = (by: NonNullable<Column['by']>, id: string) => JsonValue

function namesOfTargets(value: JsonValue | undefined, { by }: Column, nameOf: NameOfTarget): string {
  if (!by || value === undefined) return ''
  const ids = [value].flat().filter((id) => typeof id === 'string')
  const names = ids.map((id) => cellOf(by.field, nameOf(by, id))).filter((name) => name !== '')
  return names.join(', ')
}

function valueAt(document: JsonObject, steps: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = steps.length === 0 ? undefined : document
  for (const step of steps) value = isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined
  return value
}
