import { type Issue, type JsonObject, QuireError, type RecordReader } from '@quirecms/core/feature'
import { csvLine } from './csv-line.ts'
import { csvRows } from './csv-rows.ts'
import { textOf } from './file-parts.ts'
import type { TransferRow } from './transfer-tables.ts'

/** An issue with its row and column; null for the row as a whole. */
export interface RowIssue {
  readonly row: number
  /** Id of an existing document. */
  readonly document?: string
  readonly column: string | null
  readonly code: string
  readonly message: string
}

/** Messages of hooks may be long. */
const LONGEST_MESSAGE = 300

export function rowIssue(
  row: number,
  column: string | null,
  { code, message }: Pick<Issue, 'code' | 'message'>,
): RowIssue {
  return { row, column, code, message: message.slice(0, LONGEST_MESSAGE) }
}

/** Issues of a row that the engine refused. `columnAt` maps paths to columns. */
export function issuesOf(row: number, error: unknown, columnAt: (path: string) => string | null): RowIssue[] {
  if (!(error instanceof QuireError) || error.code === 'internal') {
    return [{ row, column: null, code: 'internal', message: 'Something went wrong with this row. See the log.' }]
  }
  if (error.issues && error.issues.length > 0) {
    return error.issues.map((issue) => rowIssue(row, columnAt(issue.path), issue))
  }
  return [{ row, column: null, code: error.code, message: error.message.slice(0, LONGEST_MESSAGE) }]
}

export const ISSUE_HEAD = csvLine(['row', 'column', 'code', 'message', 'document'])

export function issueLine({ row, column, code, message, document = '' }: RowIssue): string {
  return csvLine([String(row), column ?? '', code, message, document])
}

const MOST_TOLD = 50

export async function firstIssues(records: RecordReader, { id, issueParts }: TransferRow): Promise<JsonObject[]> {
  const told: JsonObject[] = []
  if (issueParts === 0) return told
  for await (const { row: number, cells } of csvRows(textOf(records, id, 'issues', issueParts))) {
    const [row = '', column = '', code = '', message = '', document = ''] = cells
    if (number > 1) told.push({ row: Number(row), column: orNull(column), code, message, document: orNull(document) })
    if (told.length === MOST_TOLD) break
  }
  return told
}

function orNull(cell: string): string | null {
  return cell === '' ? null : cell
}
