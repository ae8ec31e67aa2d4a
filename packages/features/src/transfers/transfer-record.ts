import {
  type Call,
  holdUser,
  type JsonObject,
  QUEUE,
  QuireError,
  recordOwner,
  type RecordWriter,
  type Runtime,
  type StorageTransaction,
} from '@quirecms/core/feature'
import { TRANSFER_PARTS, type TransferKind, TRANSFERS, type TransferRow } from './transfer-tables.ts'

/** Limit of pending transfers per user; further ones are refused. */
const MOST_UNDER_WAY = 5

/** Limit of stored transfers per user; the oldest is removed. */
const MOST_KEPT = 20

/** Limit of bytes in a user's finished transfers: older ones are removed, except the newest. */
const MOST_BYTES_KEPT = 512 * 1024 * 1024

/** Stores a transfer of the caller, before its job is queued. */
export async function noteTransfer(
  { runtime, entity, caller }: Call,
  tx: StorageTransaction,
  id: string,
  kind: TransferKind,
  request: JsonObject,
): Promise<TransferRow> {
  const { actor, key } = caller
  const creator = { creatorCollection: actor?.collection ?? null, creatorId: actor?.id ?? null }
  const { records } = tx
  if (actor) {
    await holdUser(runtime, tx, recordOwner(actor))
    await makeRoom(records, creator, runtime.clock())
  }
  const row: TransferRow = {
    id,
    collection: entity.slug,
    kind,
    request: JSON.stringify(request),
    job: null,
    ...creator,
    creatorKey: key?.id ?? null,
    createdAt: runtime.clock().toISOString(),
    finishedAt: null,
    run: null,
    bytes: 0,
    row: 0,
    rows: null,
    created: 0,
    updated: 0,
    failed: 0,
    issues: 0,
    parts: 0,
    issueParts: 0,
    cursor: null,
    result: null,
  }
  await records.insert(TRANSFERS.name, row)
  return row
}

type Creator = Pick<TransferRow, 'creatorCollection' | 'creatorId'>

async function makeRoom(records: RecordWriter, creator: Creator, now: Date): Promise<void> {
  const newestFirst = { sort: { column: 'createdAt', descending: true } } as const
  const own = await records.find(TRANSFERS.name, creator, newestFirst)
  const jobs = own.flatMap(({ job }) => (job === null ? [] : [job]))
  const open = { id: { oneOf: jobs }, status: { oneOf: ['pending', 'running'] } } as const
  const working = new Set((await records.find(QUEUE.name, open)).map(({ id }) => id))
  const underWay = own.filter(({ job }) => job === null || working.has(job))
  if (underWay.length >= MOST_UNDER_WAY)
    throw new QuireError(
      'conflict',
      `${MOST_UNDER_WAY} of your imports and exports are running. Wait until one is finished, or cancel one.`,
    )
  const over = own.filter(({ job }) => job !== null && !working.has(job))
  let bytes = 0
  for (const [index, row] of over.entries()) {
    bytes += isUnfinished(row) ? await dropFiles(records, row, now) : row.bytes
    if (index >= MOST_KEPT - 1 || (index > 0 && bytes > MOST_BYTES_KEPT)) await forgetTransfer(records, row.id)
  }
}

function isUnfinished({ result, finishedAt }: TransferRow): boolean {
  return result === null && finishedAt === null
}

/** Deletes the input of a failed or cancelled transfer, but not its issues. Returns the remaining bytes. */
async function dropFiles(records: RecordWriter, { id }: TransferRow, now: Date): Promise<number> {
  await records.remove(TRANSFER_PARTS.name, { transfer: id, file: { oneOf: ['content', 'held'] } })
  const bytes = await records.sum(TRANSFER_PARTS.name, 'size', { transfer: id })
  await records.update(TRANSFERS.name, { id }, { parts: 0, bytes, finishedAt: now.toISOString() })
  return bytes
}

/** The same for all transfers of a collection whose jobs have ended. */
export async function dropFilesOfFailed({ storage, clock }: Runtime, collection: string): Promise<void> {
  const unfinished = { collection, result: null, finishedAt: null }
  for (const row of await storage.reader.records.find(TRANSFERS.name, unfinished)) {
    if (row.job === null) continue
    const { job } = row
    await storage.transaction(async ({ records }) => {
      // A concurrent retry either waits, or has already won.
      const [work] = await records.find(QUEUE.name, { id: job }, { lock: true })
      const [still] = await records.find(TRANSFERS.name, { id: row.id })
      const isOver = work?.status !== 'pending' && work?.status !== 'running'
      if (isOver && still && isUnfinished(still)) await dropFiles(records, still, clock())
    })
  }
}

export async function forgetTransfer(records: RecordWriter, id: string): Promise<void> {
  await records.remove(TRANSFER_PARTS.name, { transfer: id })
  await records.remove(TRANSFERS.name, { id })
}
