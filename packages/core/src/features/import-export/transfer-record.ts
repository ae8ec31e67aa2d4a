import { QuireError } from '../../contracts/errors.ts'
import type { StorageTransaction } from '../../contracts/document-storage.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { RecordWriter } from '../../contracts/records.ts'
import type { Call } from '../../engine/call.ts'
import { QUEUE } from '../../engine/queue/queue-table.ts'
import { TRANSFER_PARTS, type TransferKind, TRANSFERS, type TransferRow } from './transfer-tables.ts'

/** Of one user. What comes then waits until one of them is through. */
const MOST_UNDER_WAY = 5

/** Of one user: the oldest goes when another one comes. */
const MOST_KEPT = 20

/** Notes a transfer of the caller, which no job does yet. */
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
    // Whoever starts two at the same time has them counted one after the other.
    const owner = runtime.manifest.collections[actor.collection]
    if (owner) await tx.get(owner.table.name, actor.id, undefined, { lock: 'change' })
    await makeRoom(records, creator)
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

async function makeRoom(records: RecordWriter, creator: Creator): Promise<void> {
  const newestFirst = { sort: { column: 'createdAt', descending: true } } as const
  const own = await records.find(TRANSFERS.name, creator, newestFirst)
  const jobs = own.flatMap(({ job }) => (job === null ? [] : [job]))
  const open = { id: { oneOf: jobs }, status: { oneOf: ['pending', 'running'] } } as const
  const working = new Set((await records.find(QUEUE.name, open)).map(({ id }) => id))
  const underWay = own.filter(({ job }) => job === null || working.has(job))
  if (underWay.length >= MOST_UNDER_WAY)
    throw new QuireError(
      'conflict',
      `${MOST_UNDER_WAY} of your imports and exports are under way. Wait until one is through, or cancel one.`,
    )
  const over = own.filter(({ job }) => job !== null && !working.has(job))
  for (const { id } of over.slice(MOST_KEPT - 1)) await forgetTransfer(records, id)
}

/** Removes it with its files. */
export async function forgetTransfer(records: RecordWriter, id: string): Promise<void> {
  await records.remove(TRANSFER_PARTS.name, { transfer: id })
  await records.remove(TRANSFERS.name, { id })
}
