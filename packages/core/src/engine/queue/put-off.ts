import type { QueuedWork } from '../../contracts/job.ts'
import type { Unit } from '../../contracts/unit-of-work.ts'
import type { Call } from '../call.ts'
import { newId } from '../new-id.ts'
import { QUEUE, workOf } from './queue-table.ts'
import { tellQueue } from './work-through.ts'

interface Planned {
  /** The name of a queued job of the call's entity. */
  readonly job: string
  readonly documentId: string
  readonly revision: number
  /** As it is stored: UTC, milliseconds. */
  readonly runAt: string
}

/** Queues a piece of work on behalf of the caller, in the call's transaction. */
export async function putOff(
  call: Call,
  unit: Unit,
  { job, documentId, revision, runAt }: Planned,
): Promise<QueuedWork> {
  const { runtime, entity, caller } = call
  const now = runtime.clock()
  const row = {
    id: newId(now.getTime()),
    collection: entity.slug,
    job,
    documentId,
    revision,
    runAt,
    dueAt: runAt,
    lease: null,
    status: 'pending',
    createdAt: now.toISOString(),
    creatorCollection: caller.actor?.collection ?? null,
    creatorId: caller.actor?.id ?? null,
    bySystem: caller.system ? 1 : 0,
    startedAt: null,
    finishedAt: null,
    attempts: 0,
    error: null,
  }
  await unit.tx.records.insert(QUEUE.name, row)
  unit.afterCommit.push(async () => tellQueue(runtime, row.id, runAt))
  return workOf(row)
}
