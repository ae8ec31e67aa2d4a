import { QuireError } from '../../contracts/errors.ts'
import type { Complete, Hold, QueuedJob, QueuedWork } from '../../contracts/job.ts'
import type { AnyLocalApi } from '../../contracts/local.ts'
import { UnrecoverableError, type JobLog, type NamedJob, type NamedJobRun } from '../../contracts/named-job.ts'
import type { Unit } from '../../contracts/document-storage.ts'
import type { Call, Runtime } from '../call.ts'
import { inTransaction } from '../in-transaction.ts'
import { QUEUE } from '../queue/queue-table.ts'
import { JOB_DETAILS, type JobDetails, type JobProgress, JOBS_OWNER, queuedName } from './job-details.ts'
import { asJsonText, keptInput, MOST_BYTES } from './queue-job.ts'
import { leftOut } from './plan-schedules.ts'
import { GRACE } from '../queue/job-keys.ts'
import type { JsonValue } from '../../contracts/json.ts'
import { parseJson } from '../../content/parse-json.ts'
import type { Caller } from '../../contracts/operation.ts'
import { currentCreator } from '../identity.ts'

/** The shared lane of jobs without `concurrency`. */
const SHARED = { name: JOBS_OWNER, concurrency: 8 }

/** Limit of nesting: deeper JSON can be stored but not included in a list. */
const DEEPEST = 500

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
  if (!details) throw new UnrecoverableError('The input of this job no longer exists.')
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
  if (text === undefined)
    throw new UnrecoverableError('`run` returned a value that is not JSON, so it cannot be stored as the result.')
  if (Buffer.byteLength(text) > MOST_BYTES)
    throw new UnrecoverableError(
      `The result of \`run\` has more than ${MOST_BYTES} bytes. Store it elsewhere, and return a reference.`,
    )
  if (depthOf(text) > DEEPEST)
    throw new UnrecoverableError(`The result of \`run\` is nested deeper than ${DEEPEST} levels.`)
  return text
}

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

/**
 * Runs a job until it ends, times out or is stopped; the latter two throw. If it completes within a short time after
 * the signal, it counts as completed; errors after the signal are attributed to it.
 */
async function endsInTime<Result>(
  { name, timeout }: Pick<NamedJob<Call>, 'name' | 'timeout'>,
  stop: AbortSignal,
  run: (signal: AbortSignal) => Result,
): Promise<Awaited<Result>> {
  const late = new AbortController()
  const timer = setTimeout(() => {
    late.abort(new QuireError('timeout', `"${name}" took longer than ${timeout / 1_000} seconds.`))
  }, timeout)
  timer.unref()
  const signal = AbortSignal.any([stop, late.signal])
  const { promise: over, reject } = Promise.withResolvers<never>()
  let giveUp: NodeJS.Timeout | undefined
  const onAbort = () => {
    giveUp = setTimeout(() => reject(signal.reason), GRACE)
  }
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) onAbort()
  try {
    return await Promise.race([over, (async () => run(signal))()])
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  } finally {
    clearTimeout(timer)
    clearTimeout(giveUp)
    signal.removeEventListener('abort', onAbort)
  }
}

const WRITTEN_EVERY = 1_000
const LONGEST_NOTE = 200

/** Stores the latest progress of a job, at most once a second. */
class NotedProgress {
  readonly #runtime: Runtime
  readonly #id: string
  #newest: string | null
  #written: string | null
  #timer: NodeJS.Timeout | undefined
  #isOver = false

  constructor(runtime: Runtime, id: string, before: string | null) {
    this.#runtime = runtime
    this.#id = id
    this.#newest = before
    this.#written = before
  }

  say(done: number, total: number | null = null, note: string | null = null): void {
    const progress: JobProgress = {
      done: countIn(done),
      total: total === null ? null : countIn(total),
      note: note === null ? null : note.slice(0, LONGEST_NOTE).toWellFormed().replaceAll('\u0000', ''),
    }
    if (this.#isOver) return
    this.#newest = JSON.stringify(progress)
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#runtime.runInBackground('saving the progress of a job', () => this.#write())
    }, WRITTEN_EVERY).unref()
  }

  end(): string | null {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#written = this.#newest
    return this.#newest
  }

  /** Ends the attempt: later reports are ignored. */
  close(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
  }

  async #write(): Promise<void> {
    const progress = this.#newest
    if (progress === this.#written) return
    this.#written = progress
    await this.#runtime.storage.transaction(({ records }) =>
      records.update(JOB_DETAILS.name, { id: this.#id }, { progress }),
    )
  }
}

function countIn(value: number): number {
  return Number.isFinite(value) ? Math.max(0, value) : 0
}

/** Limit of all stored steps of a job, in bytes. */
const MOST_KEPT = 4 * MOST_BYTES

interface StepsContext {
  readonly system: Call
  readonly work: Pick<QueuedWork, 'id'>
  readonly hold: Hold
}

/** Runs each step once: its result is stored before the job continues. */
function stepsOf(taken: StepsContext, { steps }: Pick<JobDetails, 'steps'>): NamedJobRun<Call>['once'] {
  const kept = new Map(Object.entries((steps === null ? {} : parseJson(steps)) as Record<string, JsonValue>))
  // Concurrent calls of one step share its promise.
  const underway = new Map<string, Promise<JsonValue | void>>()
  // All steps are in one column, so concurrent ones are written one after another.
  let lastWritten: Promise<unknown> = Promise.resolve()

  async function take(
    step: string,
    run: () => JsonValue | void | Promise<JsonValue | void>,
  ): Promise<JsonValue | void> {
    try {
      // A synchronous throw must not come before the step is registered.
      const value = await Promise.resolve().then(run)
      const text = asJsonText(value ?? null)
      if (text === undefined || Buffer.byteLength(text) > MOST_BYTES)
        throw new UnrecoverableError(
          `The result of the step "${step}" cannot be stored: it must be JSON of at most ${MOST_BYTES} bytes.`,
        )
      const written = lastWritten.then(() => keep(taken, kept, [step, parseJson(text)]))
      lastWritten = written.catch(() => undefined)
      await written
      return value
    } finally {
      underway.delete(step)
    }
  }

  return async <Value extends JsonValue | void>(step: string, run: () => Value | Promise<Value>): Promise<Value> => {
    const before = kept.get(step)
    // The stored JSON of the result.
    if (before !== undefined) return before as Value
    const doing = underway.get(step) ?? take(step, run)
    underway.set(step, doing)
    return (await doing) as Value
  }
}

async function keep(
  { system, work, hold }: StepsContext,
  kept: Map<string, JsonValue>,
  step: readonly [string, JsonValue],
): Promise<void> {
  const steps = JSON.stringify(Object.fromEntries([...kept, step]))
  if (Buffer.byteLength(steps) > MOST_KEPT)
    throw new UnrecoverableError(`The results of the steps of this job have more than ${MOST_KEPT} bytes.`)
  await inTransaction(system, async (unit) => {
    await hold(unit)
    await unit.tx.records.update(JOB_DETAILS.name, { id: work.id }, { steps })
  })
  kept.set(...step)
}

/** Parses stored JSON of a job. Null if it is unreadable: one broken record must not block all others. */
export function keptJson(runtime: Pick<Runtime, 'reportError'>, id: string, text: string | null): JsonValue {
  if (text === null) return null
  try {
    return parseJson(text)
  } catch (error) {
    runtime.reportError(`the stored data of the job ${id} cannot be read`, error)
    return null
  }
}

/**
 * The caller for a piece of work: its creator, with current rights. Work that was requested with an API key loses its
 * rights with the key (docs/contract/scheduling.md#running). `asked` is used in error messages.
 */
export async function callerOfWork(runtime: Runtime, work: QueuedWork, asked: 'scheduled' | 'queued'): Promise<Caller> {
  return { ...(await creatorOf(runtime, work, asked)), system: work.bySystem, isJob: true, context: {} }
}

async function creatorOf(
  runtime: Runtime,
  { createdBy, byKey }: QueuedWork,
  asked: 'scheduled' | 'queued',
): Promise<Pick<Caller, 'actor' | 'key' | 'scopes'>> {
  if (!createdBy) return { actor: null }
  const maker = await currentCreator(runtime, { ...createdBy, key: byKey })
  if (maker) return maker
  const isThere = byKey !== null && (await currentCreator(runtime, { ...createdBy, key: null })) !== null
  const again = asked === 'scheduled' ? 'Schedule it again.' : 'Queue it again.'
  const message = isThere
    ? `The API key that ${asked} this no longer works. ${again}`
    : `The user who ${asked} this no longer exists.`
  throw new QuireError('forbidden', message)
}
