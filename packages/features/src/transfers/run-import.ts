import { type Call, type JsonObject, parseJson } from '@quirecms/core/feature'
import { BrokenFile } from './decoded-text.ts'
import { textOf } from './file-parts.ts'
import type { ImportRequest } from './import-api.ts'
import { type ImportedFile, importedFile, type UnreadRow } from './import-rows.ts'
import { importing, SeenValues } from './importing.ts'
import { RunningTransfer } from './running-transfer.ts'

/** Rows per batch. */
const AT_ONCE = 100

const MOST_ROWS = 100_000

const MOST_COLUMNS_TOLD = 200
/** Characters of all column names. */
const MOST_NAMED = 64 * 1024

export interface ImportRun {
  readonly signal: AbortSignal
  progress(done: number, total?: number | null): void
}

/**
 * Imports a stored file with the rights of the user. Resumes behind the last row with an outcome, which is stored in
 * the transaction of its document.
 */
export async function runImport(call: Call, id: string, request: ImportRequest, run: ImportRun): Promise<JsonObject> {
  const transfer = await RunningTransfer.begin(call, id)
  if (transfer.state.result !== null) return parseJson(transfer.state.result) as JsonObject
  // Parse the whole file before the first write, so that a syntax error imports nothing.
  if (transfer.state.rows === null) await transfer.keepNow({ rows: await lastRow(call, transfer, request, run) })
  const file = await open(call, transfer, request)
  const seen = new SeenValues()
  const work = importing(call, transfer, request, file, seen)
  await work.begin(file.head.issues)
  let waiting: UnreadRow[] = []
  const takeSome = async () => {
    run.signal.throwIfAborted()
    waiting = waiting.slice((await work.take(waiting)).length)
    run.progress(transfer.state.row, transfer.state.rows)
  }
  for await (const row of file.rows) {
    if (work.isOver) break
    if (row.row > transfer.state.row) waiting.push(row)
    // Processed before, but a later row may repeat its value.
    else seen.check(row)
    if (waiting.length >= AT_ONCE) await takeSome()
  }
  while (waiting.length > 0 && !work.isOver) await takeSome()
  return work.end({ dryRun: request.dryRun === true, columns: columnsTold(file) })
}

/** The field of each column for the result of a dry run, with full names as in a mapping. */
function columnsTold({ head }: ImportedFile): JsonObject[] {
  let length = 0
  return head.columns.slice(0, MOST_COLUMNS_TOLD).flatMap(({ head: name, column }) => {
    length += name.length
    return length > MOST_NAMED ? [] : [{ column: name, field: column?.name ?? null }]
  })
}

function open(call: Call, { state }: RunningTransfer, request: ImportRequest): Promise<ImportedFile> {
  const text = textOf(call.runtime.storage.reader.records, state.id, 'content', state.parts)
  const { format = 'csv', mapping = {}, upsertBy, emptyCells = 'clear', locale } = request
  return importedFile(call, text, { format, mapping, upsertBy, emptyCells, locale })
}

async function lastRow(call: Call, transfer: RunningTransfer, request: ImportRequest, run: ImportRun): Promise<number> {
  const { rows } = await open(call, transfer, request)
  let last = 0
  let count = 0
  for await (const { row } of rows) {
    run.signal.throwIfAborted()
    last = row
    count += 1
    if (count > MOST_ROWS)
      throw new BrokenFile(`It has more than ${MOST_ROWS} rows. Split it into several files.`, null, 'max_rows')
  }
  return last
}
