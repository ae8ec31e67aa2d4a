import type { Call, FieldNode, JsonObject, JsonValue } from '@quirecms/core/feature'
import { saidIn, valueOf } from './cell-values.ts'
import { columnsOf } from './columns.ts'
import { csvRows } from './csv-rows.ts'
import type { FileFormat } from './file-format-names.ts'
import type { FindTarget } from './find-targets.ts'
import { jsonLineRows, jsonRows } from './json-rows.ts'
import { HEAD_ROW, type MappedColumn, mapColumns } from './mapped-columns.ts'
import { columnAt, rowDocument, type RowDocument } from './row-documents.ts'
import { type RowIssue, rowIssue } from './row-issues.ts'

export interface ImportReading {
  readonly format: FileFormat
  readonly mapping: Readonly<Record<string, string | null>>
  readonly upsertBy: string | undefined
  readonly emptyCells: 'clear' | 'keep'
  readonly locale: string | undefined
}

export interface Head {
  /** Columns of a table; objects have none. */
  readonly columns: readonly MappedColumn[]
  readonly issues: readonly RowIssue[]
  readonly locale: string | undefined
}

/** A row before parsing: rows with an outcome are skipped without it. */
export interface UnreadRow {
  readonly row: number
  /** Its values of unique fields in stored form, with their columns. */
  readonly names: readonly { readonly column: string; readonly path: string; readonly value: string }[]
  read(find: FindTarget): Promise<RowDocument>
}

export interface ImportedFile {
  readonly head: Head
  readonly rows: AsyncGenerator<UnreadRow>
  columnAt(path: string): string
}

export async function importedFile(
  call: Call,
  text: AsyncIterable<string>,
  reading: ImportReading,
): Promise<ImportedFile> {
  return reading.format === 'csv' ? table(call, text, reading) : objects(call, text, reading)
}

async function table(call: Call, text: AsyncIterable<string>, reading: ImportReading): Promise<ImportedFile> {
  const { mapping, upsertBy, emptyCells, locale } = reading
  const records = csvRows(text)
  const first = await records.next()
  const heads = first.done ? [] : first.value.cells
  const { columns, issues } = mapColumns(columnsOf(call.runtime, call.entity, locale), heads, mapping, upsertBy)
  const problems = first.done
    ? [rowIssue(HEAD_ROW, null, { code: 'required', message: 'The file is empty. Its first row names the columns.' })]
    : issues
  const hasLocales = columns.some(({ column }) => column?.node && column.steps.join('.') !== column.node.path)
  const unique = columns.flatMap(({ head, column }, index) =>
    column && (column.name === upsertBy || (isUnique(column.node) && !column.by))
      ? [{ head, index, node: column.node }]
      : [],
  )
  async function* rows(): AsyncGenerator<UnreadRow> {
    for await (const { row, cells } of records) {
      const names = unique.flatMap(({ head, index, node }) => {
        const said = saidIn(node, cells[index] ?? '')
        return said === '' ? [] : [{ column: head, path: node?.path ?? 'id', value: namedIn(node, said) }]
      })
      yield { row, names, read: (find) => rowDocument(row, cells, columns, emptyCells, find) }
    }
  }
  return {
    head: { columns, issues: problems, locale: hasLocales ? 'all' : undefined },
    rows: rows(),
    columnAt: (path) => columnAt(columns, path),
  }
}

/** Rows of JSON are documents in the form of the API. */
function objects({ runtime, entity }: Call, text: AsyncIterable<string>, reading: ImportReading): ImportedFile {
  const { format, upsertBy, locale = runtime.manifest.localization ? 'all' : undefined } = reading
  // System and computed fields, which exports contain and clients can't write.
  const leftOut = new Set([
    ...entity.systemFields.map(({ name }) => name),
    ...entity.fields.filter(({ readOnly }) => readOnly).map(({ name }) => name),
  ])
  const unique = entity.fields.filter((node) => isUnique(node))
  async function* rows(): AsyncGenerator<UnreadRow> {
    for await (const { row, data: given, problem } of format === 'json' ? jsonRows(text) : jsonLineRows(text)) {
      const issues = problem === null ? [] : [rowIssue(row, null, { code: 'format', message: problem })]
      const data: JsonObject = Object.fromEntries(Object.entries(given ?? {}).filter(([name]) => !leftOut.has(name)))
      const id = upsertBy === 'id' && typeof given?.['id'] === 'string' ? given['id'] : null
      const names = unique.flatMap((node) => {
        const value = given?.[node.name]
        if (typeof value !== 'string' && typeof value !== 'number') return []
        return [{ column: node.name, path: node.path, value: asStored(node, value) }]
      })
      if (id !== null) names.push({ column: 'id', path: 'id', value: id })
      yield { row, names, read: async () => ({ row, id, data, isNew: data, issues, takenForGranted: [] }) }
    }
  }
  return { head: { columns: [], issues: [], locale }, rows: rows(), columnAt: (path) => path }
}

function isUnique(node: FieldNode | null): boolean {
  return node?.options['unique'] === true && !node.localized
}

/** Stored form of a unique value: `1.0` is the same number as `1`. */
function asStored({ type, options }: FieldNode, value: JsonValue): string {
  const isValid = type.check(value, options).length === 0
  return JSON.stringify(isValid ? type.normalize(value, options) : value)
}

/** The same for a cell that names a document; without a field, it is an id. */
export function namedIn(node: FieldNode | null, said: string): string {
  const read = node && valueOf(node, said)
  return node && read && 'value' in read ? asStored(node, read.value) : said
}
