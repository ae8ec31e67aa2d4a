import { randomUUID } from 'node:crypto'
import { QuireError } from '../../contracts/errors.ts'
import type { Complete, Hold, QueuedJob, QueuedWork } from '../../contracts/job.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { RecordChanges } from '../../contracts/records.ts'
import { UnrecoverableError } from '../../contracts/named-job.ts'
import type { Unit } from '../../contracts/document-storage.ts'
import { type Call, type Runtime, systemCall } from '../call.ts'
import { inTransaction } from '../in-transaction.ts'
import { entityOf, laneOf, QUEUE, queuedJobOf, queuedWorkOf, type QueueRow } from './queue-table.ts'
import { LEASE, letNextGo, releaseIfCancelled, RENEW_EVERY, waitForTurn } from './job-keys.ts'
import { tellOthers, tellQueue } from './look-out.ts'
import { onceFor } from '../../content/once-for.ts'

/**
 * Work is retried after its instance died, which may not be its fault. Work that crashes every instance must stop
 * eventually.
 */
const MOST_ATTEMPTS = 10

/** Unknown jobs are left to newer instances this long. */
const LEFT_TO_OTHERS = 60_000
const GIVEN_UP_AFTER = 3_600_000

/** Longest error message of a failure: lists show it. */
const LONGEST_MESSAGE = 2_000

/** Another instance has the lease: the transaction of this run is rolled back. */
class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

interface Claimed {
  readonly work: QueuedWork
  readonly job: QueuedJob<Call>
  readonly call: Call
  /** Matches the record only while this run has the lease. */
  readonly held: { readonly id: string; readonly lease: string | null }
  /** Too many instances have died during this work: only record the failure. */
  readonly isSpent: boolean
}

/**
 * Attempts a piece of work if it is due and not leased. Records a failure and schedules the retry. If `stop` ends the
 * work, releases it to other instances at once.
 */
export async function attempt(runtime: Runtime, id: string, stop: AbortSignal): Promise<void> {
  const claimed = await claim(runtime, id)
  if (!claimed) return
  if (claimed.isSpent) {
    const error = new QuireError('unavailable', 'The service stopped during every attempt of this job.')
    return noteEnd(runtime, claimed, error, {})
  }
  const lost = new AbortController()
  const renewing = setInterval(() => renew(runtime, claimed, lost), RENEW_EVERY)
  renewing.unref()
  try {
    await measured(runtime, claimed, AbortSignal.any([stop, lost.signal]))
    jobsOf(runtime)
      .of({ job: nameInLog(claimed.work.job), outcome: 'completed' })
      .add()
  } catch (error) {
    if (stop.aborted && error === stop.reason) await leaveToOthers(runtime, claimed)
    else if (!(error instanceof LeaseLost)) await noteFailure(runtime, claimed, error)
    if (claimed.job.isKeyed) await releaseIfCancelled(claimed.call, claimed.work)
  } finally {
    clearInterval(renewing)
  }
}

/** Takes the lease. Exactly one instance succeeds; the others find the work leased or finished. */
function claim(runtime: Runtime, id: string): Promise<Claimed | null> {
  return runtime.storage.transaction(async ({ records }) => {
    const now = runtime.clock()
    const [row] = await records.find(QUEUE.name, { id }, { lock: true })
    if (!row || row.dueAt === null || row.dueAt > now.toISOString()) return null
    const work = queuedWorkOf(row)
    const found = jobOf(runtime, work)
    const change = (changes: RecordChanges<QueueRow>) => records.update(QUEUE.name, { id }, changes)
    if (!found) {
      if (Date.parse(work.runAt) + GIVEN_UP_AFTER > now.getTime()) {
        await change({ dueAt: later(now, LEFT_TO_OTHERS) })
      } else {
        const error = new QuireError('invalid_state', 'The application no longer has this job.')
        await change(asFailed(now, error))
      }
      return null
    }
    if (work.status === 'running' && work.attempts - work.failures >= MOST_ATTEMPTS)
      return { ...found, work, held: { id, lease: row.lease }, isSpent: true }
    const wait = await waitForTurn(records, found.job, work, now)
    if (wait !== null) {
      const dueAt = later(now, wait)
      await change({ dueAt })
      tellQueue(runtime, row.lane, id, dueAt)
      return null
    }
    const lease = randomUUID()
    const started = { startedAt: now.toISOString(), attempts: work.attempts + 1 }
    await change({ ...started, status: 'running', lease, dueAt: later(now, LEASE) })
    return { ...found, work: { ...work, ...started, status: 'running' }, held: { id, lease }, isSpent: false }
  })
}

function jobOf(runtime: Runtime, work: QueuedWork): Pick<Claimed, 'job' | 'call'> | null {
  const entity = entityOf(runtime, work.collection)
  const job = entity && queuedJobOf(entity, work.job)
  return entity && job ? { job, call: systemCall(runtime, entity, work.job) } : null
}

function measured(runtime: Runtime, claimed: Claimed, stop: AbortSignal): Promise<void> {
  const { watch } = runtime
  const { work, call } = claimed
  const attempted = () => run(runtime, claimed, stop)
  return watch ? watch({ kind: 'job', job: nameInLog(work.job), entity: call.entity.slug }, attempted) : attempted()
}

async function run(runtime: Runtime, { job, call, work, held }: Claimed, stop: AbortSignal): Promise<void> {
  let isComplete = false
  const complete: Complete = async ({ tx, afterCommit }, then) => {
    const { records } = tx
    const found = await (then === 'forget'
      ? records.remove(QUEUE.name, held)
      : records.update(QUEUE.name, held, then ? queuedAnew(then.repeatAt) : completedAt(runtime.clock())))
    if (found === 0) throw new LeaseLost()
    isComplete = true
    if (job.isKeyed && typeof then !== 'object') await letNextGo(call, { tx, afterCommit }, work)
    if (typeof then !== 'object') return
    const { name: lane } = laneOf(call.entity, work.job)
    afterCommit.push(async () => tellQueue(runtime, lane, work.id, then.repeatAt))
  }
  const hold: Hold = async ({ tx: { records } }) => {
    const [found] = await records.find(QUEUE.name, held, { lock: true })
    if (!found) throw new LeaseLost()
  }
  await job.run(call, work, complete, stop, hold)
  if (!isComplete) await runtime.storage.transaction((tx) => complete({ tx, afterCommit: [], afterRollback: [] }))
}

function completedAt(now: Date): RecordChanges<QueueRow> {
  return { status: 'completed', finishedAt: now.toISOString(), dueAt: null, lease: null, error: null }
}

function queuedAnew(runAt: string): RecordChanges<QueueRow> {
  return { status: 'pending', runAt, dueAt: runAt, lease: null, startedAt: null, attempts: 0, failures: 0, error: null }
}

/** A stopping instance is not a failed attempt: another instance takes the work. */
async function leaveToOthers(runtime: Runtime, { work, held }: Claimed): Promise<void> {
  const changes: RecordChanges<QueueRow> = {
    status: 'pending',
    dueAt: runtime.clock().toISOString(),
    lease: null,
    attempts: work.attempts - 1,
  }
  await runtime.storage.transaction(({ records }) => records.update(QUEUE.name, held, changes))
  tellOthers(runtime)
}

function renew(runtime: Runtime, { held }: Claimed, lost: AbortController): void {
  runtime.runInBackground('renewing the lease of a job', async () => {
    const renewed = await runtime.storage.transaction(({ records }) =>
      records.update(QUEUE.name, { ...held, status: 'running' }, { dueAt: later(runtime.clock(), LEASE) }),
    )
    if (renewed === 0) lost.abort(new LeaseLost())
  })
}

async function noteFailure(runtime: Runtime, claimed: Claimed, error: unknown): Promise<void> {
  const { job, work, held } = claimed
  const { collection, documentId, failures } = work
  // The record holds what clients may see; the log gets everything else.
  if (!(error instanceof QuireError) || error.code === 'internal') {
    const what = job.owner ? `the job "${nameInLog(work.job)}" (${work.id}) failed` : null
    runtime.reportError(what ?? `"${work.job}" of "${collection}" failed for ${documentId}`, error)
  }
  const now = runtime.clock()
  const wait = error instanceof UnrecoverableError ? undefined : job.retryAfter[failures]
  const failed: RecordChanges<QueueRow> = { failures: failures + 1 }
  if (wait === undefined) {
    await noteEnd(runtime, claimed, error, failed)
  } else {
    const again = { status: 'pending', dueAt: later(now, wait), lease: null } as const
    const changes = { ...again, ...failed, error: JSON.stringify(describe(error)) }
    await runtime.storage.transaction(({ records }) => records.update(QUEUE.name, held, changes))
  }
  jobsOf(runtime)
    .of({ job: nameInLog(work.job), outcome: wait === undefined ? 'failed' : 'retried' })
    .add()
}

/**
 * Records that the work has failed for good. The job's own handling runs in the same transaction; the failure is
 * recorded even if that throws.
 */
async function noteEnd(
  runtime: Runtime,
  { job, call, work, held }: Claimed,
  error: unknown,
  changes: RecordChanges<QueueRow>,
): Promise<void> {
  const failed = asFailed(runtime.clock(), error)
  const noteIn = async (unit: Unit) => {
    const noted = await unit.tx.records.update(QUEUE.name, held, { ...failed, ...changes })
    if (noted > 0 && job.isKeyed) await letNextGo(call, unit, work)
    return noted > 0
  }
  try {
    const follow = await job.onFailed?.(call, { ...work, status: 'failed', error: describe(error) })
    await inTransaction(call, async (unit) => {
      if (follow) await follow(unit, () => noteIn(unit))
      else await noteIn(unit)
    })
  } catch (cause) {
    if (!job.onFailed) throw cause
    runtime.reportError(`the failure handler of "${work.job}" of "${work.collection}"`, cause)
    await inTransaction(call, noteIn)
  }
}

function asFailed(now: Date, error: unknown): RecordChanges<QueueRow> {
  const finishedAt = now.toISOString()
  return { status: 'failed', finishedAt, dueAt: null, lease: null, error: JSON.stringify(describe(error)) }
}

function describe(error: unknown): JsonObject {
  if (!(error instanceof QuireError) || error.code === 'internal')
    return { code: 'internal', message: 'Something went wrong. See the log.' }
  const { code, message, issues } = error
  const told = issues?.map((issue) => ({ ...issue, message: issue.message.slice(0, LONGEST_MESSAGE) }))
  return { code, message: message.slice(0, LONGEST_MESSAGE), ...(told && { issues: told }) }
}

function later(now: Date, milliseconds: number): string {
  return new Date(now.getTime() + milliseconds).toISOString()
}

const OUTCOMES = ['completed', 'retried', 'failed'] as const

/** Prefix of application jobs in queue records and `QueuedJob.name`. */
export const NAMED_PREFIX = 'job:'

function nameInLog(job: string): string {
  return job.startsWith(NAMED_PREFIX) ? job.slice(NAMED_PREFIX.length) : job
}

const jobsOf = onceFor(({ manifest, metrics }: Runtime) => {
  const { collections, globals, service } = manifest
  const entities = [...Object.values(collections), ...Object.values(globals), service]
  const job = [...new Set(entities.flatMap(({ jobs }) => jobs.map(({ name }) => nameInLog(name))))]
  const help = 'Runs of background jobs, by outcome.'
  return metrics.counter({ name: 'jobs_total', help, labels: { job, outcome: OUTCOMES } })
})

export async function countJob(runtime: Runtime, job: string, ended: Promise<void>): Promise<void> {
  let outcome: (typeof OUTCOMES)[number] = 'failed'
  try {
    await ended
    outcome = 'completed'
  } finally {
    jobsOf(runtime).of({ job, outcome }).add()
  }
}
