import type { QueuedWork } from '../../contracts/job.ts'
import type { Unit } from '../../contracts/document-storage.ts'
import type { Call } from '../call.ts'
import { newId } from '../new-id.ts'
import { laneOf, ownerOfJob, QUEUE, queuedWorkOf, type QueueRow } from './queue-table.ts'
import { tellQueue } from './look-out.ts'

export interface NewWork {
  readonly job: string
  readonly documentId: string
  readonly revision: number
  /** Stored form: UTC, milliseconds. */
  readonly runAt: string
}

/** Queues a piece of work on behalf of the caller, in the call's transaction. */
export async function enqueue(call: Call, unit: Unit, planned: NewWork): Promise<QueuedWork> {
  const row = queueRowOf(call, newId(call.runtime.clock().getTime()), planned)
  await unit.tx.records.add(QUEUE.name, row)
  tellAfterCommit(call, unit, row)
  return queuedWorkOf(row)
}

/**
 * Ensures that work with this id is queued, also if an earlier one failed for good. Queued work stays as it is and is
 * locked: it cannot complete before this transaction ends, so it sees what the transaction writes, at the latest when
 * it completes. `isNew` asserts that the id never existed: a transaction that gathers its writes skips the lookup, and
 * is retried if the assertion is wrong.
 */
export async function ensureQueued(
  call: Call,
  unit: Unit,
  id: string,
  planned: NewWork,
  { isNew = false } = {},
): Promise<void> {
  const row = queueRowOf(call, id, planned)
  if (isNew && unit.tx.gathers) {
    await unit.tx.records.add(QUEUE.name, row)
    tellAfterCommit(call, unit, row)
    return
  }
  for (;;) {
    const [found] = await unit.tx.records.find(QUEUE.name, { id }, { lock: true })
    if (found && found.dueAt !== null) return
    // Work that failed for good is no longer queued, and must not block its id.
    if (found) await unit.tx.records.remove(QUEUE.name, { id })
    // A concurrent transaction may queue it at the same time, and it may even complete before our lookup.
    if (await unit.tx.records.insert(QUEUE.name, row)) break
  }
  tellAfterCommit(call, unit, row)
}

/** Makes the pending work of a job of the call's entity due at once, unless it has started. Returns their number. */
export async function makeDueNow(call: Call, unit: Unit, job: string): Promise<number> {
  const lane = laneOf(call.entity, job).name
  const now = call.runtime.clock().toISOString()
  const waiting = {
    lane,
    collection: ownerOfJob(call.entity, job),
    job,
    status: 'pending',
    dueAt: { above: now },
  } as const
  const [first] = await unit.tx.records.find(QUEUE.name, waiting, { limit: 1 })
  if (!first) return 0
  const hurried = await unit.tx.records.update(QUEUE.name, waiting, { runAt: now, dueAt: now })
  // The lane's worker finds the others.
  unit.afterCommit.push(async () => tellQueue(call.runtime, lane, first.id, now))
  return hurried
}

export function queueRowOf({ runtime, entity, caller }: Call, id: string, planned: NewWork): QueueRow {
  const { job, documentId, revision, runAt } = planned
  return {
    id,
    collection: ownerOfJob(entity, job),
    job,
    lane: laneOf(entity, job).name,
    documentId,
    revision,
    runAt,
    dueAt: runAt,
    lease: null,
    status: 'pending',
    createdAt: runtime.clock().toISOString(),
    creatorCollection: caller.actor?.collection ?? null,
    creatorId: caller.actor?.id ?? null,
    creatorKey: (caller.actor && caller.key?.id) ?? null,
    bySystem: caller.system ? 1 : 0,
    startedAt: null,
    finishedAt: null,
    attempts: 0,
    failures: 0,
    error: null,
  }
}

export function tellAfterCommit({ runtime }: Call, unit: Unit, { lane, id, runAt }: QueueRow): void {
  unit.afterCommit.push(async () => tellQueue(runtime, lane, id, runAt))
}
