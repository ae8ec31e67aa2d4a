import { nearestName } from '@quirecms/core/feature'
import { type Column, type Columns, allColumns, columnNamed } from './columns.ts'
import { type RowIssue, rowIssue } from './row-issues.ts'

/** A column of the file with its field; null if it is ignored. */
export interface MappedColumn {
  readonly head: string
  readonly column: Column | null
}

export interface Mapped {
  readonly columns: readonly MappedColumn[]
  readonly issues: readonly RowIssue[]
}

/** The first row of a table names its columns. */
export const HEAD_ROW = 1

/**
 * Maps columns to fields, by `mapping` or by name. System values such as `createdAt` are ignored; `id` only identifies
 * rows.
 */
export function mapColumns(
  known: Columns,
  heads: readonly string[],
  mapping: Readonly<Record<string, string | null>>,
  upsertBy: string | undefined,
): Mapped {
  const issues: RowIssue[] = []
  const taken = new Map<string, string>()
  const tell = (head: string, code: 'unknown_field' | 'custom' | 'read_only', message: string) => {
    issues.push(rowIssue(HEAD_ROW, head, { code, message }))
    return { head, column: null }
  }
  const columns = heads.map((given): MappedColumn => {
    const head = given.trim()
    const name = Object.hasOwn(mapping, head) ? (mapping[head] ?? null) : head
    if (name === null || name === '') return { head, column: null }
    const column = columnNamed(known, name)
    if (!column) return tell(head, 'unknown_field', unknown(known, name))
    if (!column.node) return { head, column: column.name === 'id' && upsertBy === 'id' ? column : null }
    if (column.node.readOnly) return { head, column: null }
    const place = column.steps.join('.')
    const other = taken.get(place)
    if (other !== undefined) return tell(head, 'custom', `The column "${other}" is already mapped to the same field.`)
    taken.set(place, head)
    return { head, column }
  })
  const isThere = upsertBy === undefined || columns.some(({ column }) => column?.name === upsertBy)
  if (!isThere)
    issues.push(
      rowIssue(HEAD_ROW, upsertBy, {
        code: 'required',
        message: `No column is mapped to "${upsertBy}", by which rows are matched.`,
      }),
    )
  return { columns, issues }
}

function unknown(known: Columns, name: string): string {
  const names = allColumns(known, known.localization?.locales ?? []).map((column) => column.name)
  const near = nearestName(name, names)
  const hint = near === undefined ? '' : ` Did you mean "${near}"?`
  return `There is no field "${name.slice(0, 100)}".${hint} Map the column to a field, or to null to leave it out.`
}
