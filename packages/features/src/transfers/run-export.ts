import {
  type Call,
  execute,
  type JsonObject,
  newestCopies,
  parseJson,
  QuireError,
  SmallerPages,
} from '@quirecms/core/feature'
import type { Column } from './columns.ts'
import type { ExportRequest } from './export-api.ts'
import { exportColumns, selectionOf, writtenColumns } from './export-columns.ts'
import { FileWriter } from './file-writer.ts'
import { PART } from './file-parts.ts'
import type { ImportRun } from './run-import.ts'
import { RunningTransfer } from './running-transfer.ts'

const MOST_BYTES = 256 * 1024 * 1024

/** Documents per page. */
const AT_ONCE = 100
/** Documents in the first page, before their size is known. */
const FIRST = 10
/** Characters per page: longer ones would block other requests. */
const LONGEST_PAGE = 4 * 1024 * 1024

/**
 * Exports what the caller may read. `call` acts for the user of the transfer, with the present rights for each page.
 * Resumes behind the last stored page.
 */
export async function runExport(call: Call, id: string, request: ExportRequest, run: ImportRun): Promise<JsonObject> {
  const transfer = await RunningTransfer.begin(call, id)
  if (transfer.state.result !== null) return parseJson(transfer.state.result) as JsonObject
  if (transfer.state.rows === null) {
    // The header is written once, and fixes the columns: rights and fields may change before a resumed run.
    const fields = (await exportColumns(call, request)).map(({ name }) => name)
    await transfer.keepNow({ rows: await countOf(call, request), request: JSON.stringify({ ...request, fields }) })
  }
  const { fields: written = [] } = parseJson(transfer.state.request) as ExportRequest
  const columns = writtenColumns(call, written, request)
  const { format = 'csv' } = request
  const writer = new FileWriter(call, format, columns)
  let text = transfer.state.cursor === null ? writer.begin() : ''
  let { cursor, row } = transfer.state
  let result: JsonObject = {}
  let pages = new SmallerPages(FIRST)
  let most = AT_ONCE
  for (let isThrough = false; !isThrough; ) {
    run.signal.throwIfAborted()
    const after = cursor ?? ''
    const asked = pages.size
    const page = await pages.read((limit) => readPage(call, request, columns, { limit, after }))
    const lines = await writer.lines(page.docs, row)
    text += lines
    row += page.docs.length
    most = Math.min(most, pages.size < asked ? pages.size : AT_ONCE)
    pages = new SmallerPages(Math.min(most, sizeFor(lines.length, page.docs.length)))
    cursor = page.next
    isThrough = page.next === null
    if (isThrough) text += writer.end(row)
    if (text.length < PART && !isThrough) continue
    const part = await transfer.prepare({ file: 'content', text })
    const bytes = transfer.state.bytes + part.part.size
    if (bytes > MOST_BYTES) throw tooMuch()
    result = { collection: call.entity.slug, format, rows: row, bytes }
    // The end is stored with the last part: a process that resumes behind it has nothing more to write.
    const finished = isThrough && { result: JSON.stringify(result), finishedAt: call.runtime.clock().toISOString() }
    await transfer.keepNow({ row, cursor, ...finished }, part)
    text = ''
    run.progress(row, transfer.state.rows)
  }
  return result
}

/** Number of documents for a page of the wanted size, given the last page. */
function sizeFor(length: number, documents: number): number {
  return Math.max(1, Math.floor((LONGEST_PAGE * Math.max(1, documents)) / Math.max(1, length)))
}

function tooMuch(): QuireError {
  const message = `The file would be larger than ${MOST_BYTES / 1024 / 1024} MB. Narrow the query down, or choose fewer fields.`
  return new QuireError('payload_too_large', message)
}

/** The query of an export. Throws the issues of the request, before the job is queued. */
export function listQuery(call: Call, { where, search, sort, draft }: ExportRequest, columns: readonly Column[]) {
  return {
    ...(where !== undefined && { where }),
    ...(search !== undefined && search !== '' && canSearch(call) && { search }),
    ...(sort !== undefined && sort.length > 0 && { sort: [...sort] }),
    ...(draft === true && newestCopies(call.entity.operations['list'])),
    ...(call.runtime.manifest.localization && { locale: 'all' }),
    ...(columns.length > 0 && { select: selectionOf(columns) }),
    depth: 0,
  }
}

function canSearch({ entity }: Call): boolean {
  return entity.operations['list']?.parameters.includes('search') === true
}

async function readPage(
  call: Call,
  request: ExportRequest,
  columns: readonly Column[],
  asked: { limit: number; after: string },
) {
  const { runtime, entity, caller } = call
  const query = { ...listQuery(call, request, columns), ...asked }
  const answer = await execute(runtime, entity, 'list', { query, params: {} }, { ...caller, context: {} })
  if (answer.kind !== 'list') throw new QuireError('internal', 'The operation did not return a list.')
  const { pagination } = answer
  return { docs: answer.docs, next: 'nextCursor' in pagination ? pagination.nextCursor : null }
}

async function countOf(call: Call, request: ExportRequest): Promise<number> {
  const { runtime, entity, caller } = call
  const { where, search, draft } = listQuery(call, request, [])
  const query = {
    ...(where !== undefined && { where }),
    ...(search !== undefined && { search }),
    ...(draft !== undefined && { draft }),
  }
  const answer = await execute(runtime, entity, 'count', { query, params: {} }, caller)
  const total = answer.kind === 'value' ? answer.value['count'] : null
  return typeof total === 'number' ? total : 0
}
