import { isObject, type JsonObject, type JsonValue } from '@quirecms/core/feature'
import { listOf, saidIn, valueOf } from './cell-values.ts'
import type { Column } from './columns.ts'
import { type FindTarget, UNDONE } from './find-targets.ts'
import type { MappedColumn } from './mapped-columns.ts'
import { type RowIssue, rowIssue } from './row-issues.ts'

export interface RowDocument {
  readonly row: number
  /** The `id` cell, to find existing documents. */
  readonly id: string | null
  readonly data: JsonObject
  /** The data without empty cells: a new document gets its defaults there. */
  readonly isNew: JsonObject
  readonly issues: readonly RowIssue[]
  /** In a dry run: fields that reference documents of earlier rows, which were rolled back. */
  readonly takenForGranted: readonly string[]
}

export async function rowDocument(
  row: number,
  cells: readonly string[],
  columns: readonly MappedColumn[],
  empty: 'clear' | 'keep',
  find: FindTarget,
): Promise<RowDocument> {
  const issues: RowIssue[] = []
  const data: JsonObject = {}
  const isNew: JsonObject = {}
  const takenForGranted: string[] = []
  let id: string | null = null
  if (cells.length > columns.length)
    issues.push(
      rowIssue(row, null, {
        code: 'custom',
        message: `The row has ${cells.length} cells, but the table has ${columns.length} columns. A quotation mark may be missing.`,
      }),
    )
  for (const [index, { head, column }] of columns.entries()) {
    const cell = cells[index] ?? ''
    if (!column) continue
    if (!column.node) id = cell.trim() || null
    else if (saidIn(column.by ? null : column.node, cell) === '') {
      if (empty === 'clear') put(data, column.steps, null)
    } else {
      const read = await valueIn(column, cell, find)
      if (read === UNDONE) takenForGranted.push(column.node.path)
      else if ('problem' in read) issues.push(rowIssue(row, head, read.problem))
      else {
        put(data, column.steps, read.value)
        put(isNew, column.steps, read.value)
      }
    }
  }
  return { row, id, data, isNew, issues, takenForGranted }
}

async function valueIn(
  column: Column,
  cell: string,
  find: FindTarget,
): Promise<ReturnType<typeof valueOf> | typeof UNDONE> {
  const { node, by } = column
  if (!node) return { value: null }
  if (!by) return valueOf(node, node.targets.length > 0 ? cell.trim() : cell)
  const names = node.many ? listOf(cell) : [cell.trim()]
  const ids: (string | typeof UNDONE)[] = []
  for (const name of names) {
    const id = await find(by, name)
    if (id === null) {
      const message = `There is no document of "${by.entity.slug}" with this "${by.field.path}" that you may read.`
      return { problem: { code: 'not_found', message } }
    }
    ids.push(id)
  }
  const there = ids.filter((id) => id !== UNDONE)
  if (there.length < ids.length) return UNDONE
  return { value: node.many ? there : (there[0] ?? null) }
}

/** Sets a value at a path. The names come from the configuration, not from the file. */
function put(data: JsonObject, steps: readonly string[], value: JsonValue): void {
  let place = data
  for (const step of steps.slice(0, -1)) {
    const inside = place[step]
    const next: JsonObject = isObject(inside) ? inside : {}
    place[step] = next
    place = next
  }
  place[steps.at(-1) ?? ''] = value
}

/** The column of a path in the document; the path itself for JSON files. */
export function columnAt(columns: readonly MappedColumn[], path: string): string {
  const found = columns.find(({ column }) => {
    const own = column?.node?.path
    return own !== undefined && (path === own || path.startsWith(`${own}.`))
  })
  return found?.head ?? path
}
