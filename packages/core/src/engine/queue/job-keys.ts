import type { QueuedJob, QueuedWork } from '../../contracts/job.ts'
import { column, type RecordReader, recordTable, type RecordWriter } from '../../contracts/records.ts'
import type { AfterCommit, Unit } from '../../contracts/document-storage.ts'
import type { Call } from '../call.ts'
import { QUEUE, queuedWorkOf, type QueueRow } from './queue-table.ts'
import { tellQueue } from './look-out.ts'

/** Retry interval for work that must wait for other work; with a key, multiplied by the number of jobs ahead. */
const IN_TURN = 250
const LONGEST_TURN = 60_000
const MOST_COUNTED = 1_000

/**
 * Holders of job keys: running work, and pending work that newly queued work replaces. One record for each key, so that
 * exactly one instance gets it. A record whose work is finished may be taken over.
 */
export const JOB_KEYS = recordTable({
  name: 'job-keys',
  columns: {
    job: column.text(),
    key: column.text(),
    holds: column.text<'running' | 'waiting'>(),
    work: column.text(),
  },
  key: ['job', 'key', 'holds'],
  indexes: [{ columns: ['work'], unique: false }],
})

/** Milliseconds until the work is tried again because it is not its turn; null if it is. */
export async function waitForTurn(
  records: RecordWriter,
  job: QueuedJob<Call>,
  work: QueuedWork,
  now: Date,
): Promise<number | null> {
  if (job.inOrder && (await mustWait(records, job.inOrder, work))) return IN_TURN
  if (!job.isKeyed || work.documentId === '') return null
  const before = await countBefore(records, work)
  // Finished work wakes the next one. This interval is for missed wake-ups; work further back waits longer.
  if (before > 0) return Math.min(IN_TURN * before * 4, LONGEST_TURN)
  return (await takeKey(records, work, now)) ? null : IN_TURN
}

/** Whether earlier work for the same document is unfinished. */
async function mustWait(records: RecordReader, inOrder: readonly string[], work: QueuedWork): Promise<boolean> {
  const { collection, documentId, runAt } = work
  const earlier = { collection, documentId, job: { oneOf: inOrder }, runAt: { below: runAt }, finishedAt: null }
  return (await records.find(QUEUE.name, earlier, { limit: 1 })).length > 0
}

function withKey({ collection, documentId, job }: QueuedWork) {
  return { collection, documentId, job, finishedAt: null }
}

async function countBefore(records: RecordReader, work: QueuedWork): Promise<number> {
  const same = withKey(work)
  const earlier = await records.count(QUEUE.name, { ...same, runAt: { below: work.runAt } }, undefined, MOST_COUNTED)
  if (earlier > 0) return earlier
  return records.count(QUEUE.name, { ...same, runAt: work.runAt, id: { below: work.id } }, undefined, MOST_COUNTED)
}

/** Takes the key unless running work has it: work that was queued earlier may have become visible later. */
async function takeKey(records: RecordWriter, { id, job, documentId: key }: QueuedWork, now: Date): Promise<boolean> {
  const slot = { job, key, holds: 'running' } as const
  if (await records.insert(JOB_KEYS.name, { ...slot, work: id })) return true
  const [held] = await records.find(JOB_KEYS.name, slot, { lock: true })
  if (!held) return false
  if (held.work === id) return true
  const [holder] = await records.find(QUEUE.name, { id: held.work })
  if (holder && stillRuns(holder, now)) return false
  return (await records.update(JOB_KEYS.name, { ...slot, work: held.work }, { work: id })) > 0
}

/**
 * Work that was cancelled while running holds the key until its attempt has ended, or must have ended if its instance
 * is gone.
 */
function stillRuns({ status, finishedAt }: QueueRow, now: Date): boolean {
  if (status === 'running') return true
  return status === 'cancelled' && finishedAt !== null && Date.parse(finishedAt) + ENDED_AFTER > now.getTime()
}

/** At the end of an attempt: releases the key if the work was cancelled meanwhile. */
export async function releaseIfCancelled(call: Call, work: QueuedWork): Promise<void> {
  const afterCommit: AfterCommit[] = []
  await call.runtime.storage.transaction(async (tx) => {
    const [row] = await tx.records.find(QUEUE.name, { id: work.id }, { lock: true })
    if (row?.status === 'cancelled') await letNextGo(call, { tx, afterCommit }, work)
  })
  for (const effect of afterCommit) await effect()
}

/** Releases the key, and makes the next pending work with this key due. */
export async function letNextGo(call: Call, unit: Pick<Unit, 'tx' | 'afterCommit'>, work: QueuedWork): Promise<void> {
  if (work.documentId === '') return
  const { records } = unit.tx
  await records.remove(JOB_KEYS.name, { work: work.id })
  const inOrder = { sort: { column: 'runAt', descending: false }, limit: 1 } as const
  const [row] = await records.find(QUEUE.name, { ...withKey(work), status: 'pending' }, inOrder)
  // Failed work waits for its retry, and future work for its time.
  if (!row || queuedWorkOf(row).failures > 0 || row.id === work.id) return
  const now = call.runtime.clock().toISOString()
  const dueAt = row.runAt > now ? row.runAt : now
  await records.update(QUEUE.name, { id: row.id, status: 'pending' }, { dueAt })
  unit.afterCommit.push(async () => tellQueue(call.runtime, row.lane, row.id, dueAt))
}

/**
 * Lease time in milliseconds: until it expires, other instances leave the work alone. The running instance renews it.
 */
export const LEASE = 5_000
export const RENEW_EVERY = 1_500

/** Time for a job to end after its signal was aborted; then its slot is free for other work. */
export const GRACE = 1_500

/** By then, cancelled work has ended, or its instance has crashed. */
export const ENDED_AFTER = LEASE + GRACE
