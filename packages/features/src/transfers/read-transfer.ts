import { Readable } from 'node:stream'
import {
  answersValue,
  askWithoutDocument,
  type Call,
  defineOperation,
  isObject,
  type JsonObject,
  parseJson,
  QUEUE,
  QuireError,
  readerOf,
  type RecordReader,
  refusalOf,
  signedIn,
  queuedWorkOf,
} from '@quirecms/core/feature'
import { bytesOf } from './file-parts.ts'
import { firstIssues } from './row-issues.ts'
import { TRANSFER_API, TRANSFER_FILE } from './transfer-api.ts'
import { type FileName, TRANSFER_PARTS, type TransferRow, TRANSFERS } from './transfer-tables.ts'

const MOST_LISTED = 25

/** State of a transfer. Counts are written in the transactions of the documents. */
export const readTransfer = answersValue({
  ...TRANSFER_API.transfer,
  inEveryScope: true,
  authorize: ownTransfer,
  answers: ({ call, principal }) => presentTransfer(readerOf(call).records, principal),
})

/** Transfers of the caller in this collection. The system has none. */
export const listTransfers = answersValue({
  ...TRANSFER_API.transfers,
  inEveryScope: true,
  authorize: signedIn,
  async answers({ call, principal: { actor } }) {
    const { caller, entity } = call
    const { records } = readerOf(call)
    const own = {
      creatorCollection: actor.collection,
      creatorId: actor.id,
      collection: entity.slug,
      ...(caller.scopes && { creatorKey: caller.key?.id ?? '' }),
    }
    const newestFirst = { sort: { column: 'createdAt', descending: true }, limit: MOST_LISTED } as const
    const rows = await records.find(TRANSFERS.name, own, newestFirst)
    const transfers: JsonObject[] = []
    for (const row of rows) if (row.job !== null) transfers.push(await presentTransfer(records, row))
    return { transfers }
  },
})

/** The bytes of a file, always sent as a download and never displayed: it may contain text of any user. */
export const readTransferFile = defineOperation({
  ...TRANSFER_FILE,
  inEveryScope: true,
  async run(call) {
    const row = await ownTransfer(call)
    // A caller who lost the right to read doesn't get an earlier export either.
    if (row.kind === 'export' && (await askWithoutDocument(call, 'read')).kind === 'never')
      throw refusalOf(call, 'read')
    const name = call.input.params['file']
    const { records } = readerOf(call)
    const file = (await filesOf(records, row)).find((one) => one.name === name)
    if (!file) throw notFound()
    const parts = file.name === 'content' ? row.parts : row.issueParts
    return {
      kind: 'stream',
      content: {
        mimeType: file.filename.endsWith('.csv') ? 'text/csv' : 'application/json',
        size: file.size,
        tag: `${row.id}-${file.name}-${parts}`,
        storedAt: new Date(row.finishedAt ?? row.createdAt),
        filename: file.filename,
        isSafe: false,
        isInline: false,
        open: async (range) =>
          Readable.from(bytesOf(call.runtime.storage.reader.records, row.id, file.name, parts, range)),
      },
    }
  },
})

/**
 * Restricted to the owner and the system. A key with scopes only sees transfers that it started: its user's other
 * exports may contain data that the key can't read.
 */
async function ownTransfer(call: Call): Promise<TransferRow> {
  const { caller, entity, input } = call
  const id = input.params['transferId'] ?? ''
  const [row] = await readerOf(call).records.find(TRANSFERS.name, { id, collection: entity.slug })
  if (caller.system) return row ?? missing()
  const { actor } = signedIn(call)
  const isOwn = row?.creatorCollection === actor.collection && row.creatorId === actor.id
  return row && isOwn && (!caller.scopes || row.creatorKey === caller.key?.id) ? row : missing()
}

function missing(): never {
  throw notFound()
}

function notFound(): QuireError {
  return new QuireError('not_found', 'There is no such import or export, or it has expired.')
}

export async function presentTransfer(records: RecordReader, row: TransferRow): Promise<JsonObject> {
  const [queued] = await records.find(QUEUE.name, { id: row.job ?? '' })
  const work = queued && queuedWorkOf(queued)
  const request = parseJson(row.request) as JsonObject
  const result = row.result === null ? {} : (parseJson(row.result) as JsonObject)
  return {
    id: row.id,
    jobId: row.job,
    kind: row.kind,
    collection: row.collection,
    status: work?.status ?? (row.result === null ? 'failed' : 'completed'),
    dryRun: request['dryRun'] === true,
    createdAt: row.createdAt,
    startedAt: work?.startedAt ?? null,
    finishedAt: work?.finishedAt ?? row.finishedAt,
    done: row.row,
    total: row.rows,
    created: row.created,
    updated: row.updated,
    failed: row.failed,
    issues: row.issues,
    firstIssues: await firstIssues(records, row),
    columns: result['columns'] ?? [],
    files: (await filesOf(records, row)).map((file) => ({ ...file })),
    error: work?.error ?? null,
  }
}

interface KeptFile {
  readonly name: FileName
  readonly filename: string
  readonly size: number
}

/** Available files: a complete export, and the issues of rows. */
async function filesOf(records: RecordReader, row: TransferRow): Promise<KeptFile[]> {
  const { id, kind, collection, createdAt, issueParts, bytes } = row
  const day = createdAt.slice(0, 10)
  if (kind === 'export') {
    if (row.result === null) return []
    const request = parseJson(row.request)
    const format = isObject(request) && typeof request['format'] === 'string' ? request['format'] : 'csv'
    return [{ name: 'content', filename: `${collection}-${day}.${format}`, size: bytes }]
  }
  if (issueParts === 0) return []
  const size = await records.sum(TRANSFER_PARTS.name, 'size', {
    transfer: id,
    file: 'issues',
    number: { below: issueParts },
  })
  return [{ name: 'issues', filename: `${collection}-${day}-issues.csv`, size }]
}
