import type { QuireError } from '../../contracts/errors.ts'
import type { Complete, Hold, QueuedJob, QueuedWork } from '../../contracts/job.ts'
import type { AnyLocalApi } from '../../contracts/local.ts'
import { GiveUp, type JobLog, type NamedJob, type NamedJobRun } from '../../contracts/named-job.ts'
import type { Unit } from '../../contracts/unit-of-work.ts'
import type { Call } from '../call.ts'
import { inTransaction } from '../in-transaction.ts'
import { callerOfWork } from '../queue/caller-of-work.ts'
import { QUEUE } from '../queue/queue-table.ts'
import { JOB_DETAILS, JOBS_OWNER, queuedName } from './job-details.ts'
import { asJsonText, keptInput, MOST_BYTES } from './job-input.ts'
import { NotedProgress } from './job-progress.ts'
import { stepsOf } from './job-steps.ts'
import { endsInTime } from './ends-in-time.ts'
import { leftOut } from './cron-moments.ts'

/** The shared lane of jobs without `atOnce`. */
const SHARED = { name: JOBS_OWNER, concurrency: 8 }

/** Limit of nesting: deeper JSON can be stored but not included in a list. */
const DEEPEST = 500

/** Wraps a job of the application as queued work. */
export function queuedJob(job: NamedJob<Call>): QueuedJob<Call> {
  return {
    name: queuedName(job.name),
    retryAfter: job.retryAfter,
    owner: JOBS_OWNER,
    lane: SHARED,
    ...(job.concurrency !== null && { concurrency: job.concurrency }),
    isKeyed: true,
    run: (system, work, complete, stop, hold) => runJob(job, { system, work, complete, hold }, stop),
  }
}

interface JobAttempt {
  readonly system: Call
  readonly work: QueuedWork
  readonly complete: Complete
  readonly hold: Hold
}

async function runJob(job: NamedJob<Call>, taken: JobAttempt, stop: AbortSignal): Promise<void> {
  const { system, work } = taken
  const { runtime } = system
  const [details] = await runtime.storage.reader.records.find(JOB_DETAILS.name, { id: work.id })
  if (!details) throw new GiveUp('What this job was queued with is gone.')
  const omitted = await leftOut(runtime, job, details, work)
  if (omitted) return inTransaction(system, (unit) => omit(unit, taken, omitted))
  const input = keptInput(job, details.input)
  const caller = await callerOfWork(runtime, work, 'queued')
  const call: Call = { ...system, caller }
  const progress = new NotedProgress(runtime, work.id, details.progress)
  const finish = async (unit: Unit, result: unknown) => {
    const kept = resultText(result)
    await unit.tx.records.update(JOB_DETAILS.name, { id: work.id }, { result: kept, progress: progress.end() })
    await taken.complete(unit)
  }
  let isComplete = false
  try {
    const result = await endsInTime(job, stop, (signal) => {
      const local = runtime.localFor({ ...caller, signal })
      const complete: NamedJobRun<Call>['complete'] = async (within) => {
        const value = await local.transaction(async (own: AnyLocalApi) => {
          const made = await within(own)
          await inTransaction(call, (unit) => finish(unit, made))
          return made
        })
        isComplete = true
        return value
      }
      return job.run({
        id: work.id,
        input,
        attempt: work.failures + 1,
        runAt: details.moment === '' ? work.runAt : details.moment,
        queuedBy: work.createdBy,
        signal,
        local,
        call,
        log: logOf(call, job.name, work.id),
        progress: (done, total, note) => progress.say(done, total, note),
        once: stepsOf(taken, details),
        complete,
      })
    })
    if (!isComplete) await inTransaction(system, (unit) => finish(unit, result))
  } finally {
    progress.close()
  }
}

/** Keeps the record, so that this run is not planned again. */
async function omit({ tx }: Unit, { system, work, hold }: JobAttempt, why: QuireError): Promise<void> {
  await hold({ tx })
  const finishedAt = system.runtime.clock().toISOString()
  const error = JSON.stringify({ code: why.code, message: why.message })
  const changes = { status: 'cancelled', finishedAt, dueAt: null, lease: null, error } as const
  await tx.records.update(QUEUE.name, { id: work.id }, changes)
}

/** The job has succeeded even if its result can't be stored: a retry would do the work again. */
function resultText(result: unknown): string | null {
  if (result === undefined || result === null) return null
  const text = asJsonText(result)
  if (text === undefined) throw new GiveUp('What `run` returned is not JSON, so it cannot be kept as the result.')
  if (Buffer.byteLength(text) > MOST_BYTES)
    throw new GiveUp(`What \`run\` returned has more than ${MOST_BYTES} bytes. Store it, and return where it is.`)
  if (depthOf(text) > DEEPEST) throw new GiveUp(`What \`run\` returned is nested deeper than ${DEEPEST} levels.`)
  return text
}

/** Nesting depth of JSON text. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  let isInString = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '"') isInString = !isInString
    // Skip escaped characters.
    else if (isInString) at += sign === '\\' ? 1 : 0
    else if (sign === '[' || sign === '{') depth += 1
    else if (sign === ']' || sign === '}') depth -= 1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

function logOf({ runtime }: Call, job: string, jobId: string): JobLog {
  const say =
    (level: 'info' | 'warn' | 'error') =>
    (message: string, details: Readonly<Record<string, unknown>> = {}) =>
      runtime.log(level, message, { ...details, job, jobId })
  return { info: say('info'), warn: say('warn'), error: say('error') }
}
