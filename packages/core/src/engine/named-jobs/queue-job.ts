import { type Issue, QuireError } from '../../contracts/errors.ts'
import { UnrecoverableError, type NamedJob } from '../../contracts/named-job.ts'
import type { JsonObject, JsonSchema, JsonValue } from '../../contracts/json.ts'
import type { Unit } from '../../contracts/document-storage.ts'
import { parseDuration } from '../../config/quantities.ts'
import { parseInstant } from '../../query/instant.ts'
import type { Call, Runtime } from '../call.ts'
import { newId } from '../new-id.ts'
import { queueRowOf, tellAfterCommit } from '../queue/put-off.ts'
import { QUEUE, type QueueRow } from '../queue/queue-table.ts'
import { JOB_KEYS } from '../queue/job-keys.ts'
import { JOB_DETAILS, JOBS_OWNER, queuedName } from './job-details.ts'
import type { RecordMatch, RecordReader } from '../../contracts/records.ts'
import { isObject } from '../../content/json-object.ts'
import { parseJson } from '../../content/parse-json.ts'
import { compileSchema } from '../../fields/compile-schema.ts'
import { findUnstorable } from '../../content/storable.ts'
import { onceFor } from '../../content/once-for.ts'

/** When a job runs, and its key. */
export interface QueueOptions {
  readonly at?: string | Date | undefined
  /** Earliest time as a delay: `'10m'`. */
  readonly in?: unknown
  /** Overrides the key that the job derives from its input. */
  readonly key?: string | undefined
  /** Path of the input in the request, for issues. */
  readonly base?: string
  /** Requested by a client, which has a limited share of the queue. */
  readonly isAsked?: boolean
}

const LONGEST_KEY = 200

/** Ten years; later times are mistakes. */
const LATEST = 3_660 * 86_400_000

/**
 * Queues a job for the caller in the call's transaction. Throws `unavailable` if too many wait, unless it replaces one
 * of them.
 */
export async function queueJob(
  call: Call,
  unit: Unit,
  name: string,
  given: unknown,
  options: QueueOptions = {},
): Promise<{ readonly id: string }> {
  const { runtime } = call
  const job = jobNamed(runtime, name)
  const { input, text } = writtenInput(job, given, options.base)
  const runAt = momentOf(runtime, options)
  const key = jobKey(job, input, options.key)
  const service: Call = { ...call, entity: runtime.manifest.service }
  const planned = { job: queuedName(name), documentId: key, revision: 0, runAt }
  const row = queueRowOf(service, newId(runtime.clock().getTime()), planned)
  const details = {
    job: name,
    input: text,
    owner: ownerIn(row),
    createdAt: row.createdAt,
    moment: '',
    requestId: call.caller.request?.id ?? null,
  }
  const taken = job.replace && key !== '' ? await placeOfWaiting(unit, name, key, row) : null
  const id = taken ?? row.id
  if (taken === null) {
    await refuseTooMany(runtime, unit, options.isAsked === true ? row : null)
    await unit.tx.records.add(QUEUE.name, row)
    await unit.tx.records.add(JOB_DETAILS.name, { id, ...details })
  } else await unit.tx.records.update(JOB_DETAILS.name, { id }, details)
  tellAfterCommit(service, unit, { ...row, id })
  return { id }
}

function jobNamed({ manifest: { jobs } }: Runtime, name: string): NamedJob<Call> {
  const job = Object.hasOwn(jobs, name) ? jobs[name] : undefined
  if (!job) throw new QuireError('not_found', `There is no job "${name}" in this application.`)
  return job
}

function ownerIn({ creatorCollection, creatorId }: Pick<QueueRow, 'creatorCollection' | 'creatorId'>): string {
  return creatorCollection === null || creatorId === null ? '' : `${creatorCollection}/${creatorId}`
}

/**
 * Updates the pending job with the same key, if there is one. The key's record stays locked until the transaction ends,
 * so that only one job with this key can be pending.
 */
async function placeOfWaiting(
  { tx: { records } }: Unit,
  job: string,
  key: string,
  row: QueueRow,
): Promise<string | null> {
  const slot = { job: queuedName(job), key, holds: 'waiting' } as const
  if (await records.insert(JOB_KEYS.name, { ...slot, work: row.id })) return null
  const [held] = await records.find(JOB_KEYS.name, slot, { lock: true })
  const waiting = { id: held?.work ?? '', status: 'pending', attempts: 0 } as const
  const { id: _id, createdAt: _createdAt, ...changes } = row
  if ((await records.update(QUEUE.name, waiting, changes)) > 0) return waiting.id
  // It has started or finished.
  if (held) await records.update(JOB_KEYS.name, slot, { work: row.id })
  else await records.insert(JOB_KEYS.name, { ...slot, work: row.id })
  return null
}

function jobKey({ key, name }: NamedJob<Call>, input: JsonObject, given: string | undefined): string {
  const made: unknown = given ?? key?.({ input })
  if (made === undefined || made === null || made === '') return ''
  // Other values, such as a promise, would convert to the same text for all jobs.
  const text = typeof made === 'number' && Number.isFinite(made) ? String(made) : made
  if (typeof text !== 'string') throw noKey(name, given !== undefined)
  if (text.length > LONGEST_KEY)
    throw new QuireError('validation', `The key of "${name}" may have at most ${LONGEST_KEY} characters.`, {
      issues: [{ code: 'max_length', path: 'key', message: `Must have at most ${LONGEST_KEY} characters.` }],
    })
  return text
}

function noKey(name: string, isGiven: boolean): Error {
  if (!isGiven) return new TypeError(`\`key\` of the job "${name}" must return a text or a number, not a promise.`)
  return wrong('key', 'type', 'Must be a text or a number.')
}

function momentOf({ clock }: Runtime, { at, in: wait }: QueueOptions): string {
  const now = clock()
  if (at === undefined && wait === undefined) return now.toISOString()
  if (at !== undefined && wait !== undefined) throw wrong('in', 'custom', 'Give either `at` or `in`, and not both.')
  const moment = at === undefined ? after(now, wait) : parseInstant(at instanceof Date ? isoOf(at) : at)
  if (moment === undefined) throw wrong('at', 'format', 'Must be a date and time such as 2030-01-31T09:00:00Z.')
  if (Date.parse(moment) > now.getTime() + LATEST)
    throw wrong(at === undefined ? 'in' : 'at', 'max', 'Must be within the next ten years.')
  // A past time means now, and does not go before waiting jobs.
  return moment < now.toISOString() ? now.toISOString() : moment
}

function isoOf(date: Date): string {
  return Number.isNaN(date.getTime()) ? '' : date.toISOString()
}

function after(now: Date, wait: unknown): string {
  try {
    const moment = now.getTime() + parseDuration(wait)
    return new Date(Math.min(moment, now.getTime() + LATEST + 1)).toISOString()
  } catch (error) {
    throw wrong('in', 'format', `It ${(error as Error).message}.`)
  }
}

function wrong(path: string, code: Issue['code'], message: string): QuireError {
  return new QuireError('validation', 'The request is not valid. The issues say why.', {
    issues: [{ code, path, message }],
  })
}

/** Divisor for the share of the queue that one client, or all anonymous clients together, may use. */
const SHARE = 10

const RETRY_AFTER = 5

interface WaitingCount {
  at: number
  waiting: number
  added: number
}

const lastCountOf = onceFor((_: Runtime): WaitingCount => ({ at: -Infinity, waiting: 0, added: 0 }))

/** Refuses a job if too many wait, in total or of this client; null for the system. */
async function refuseTooMany(
  runtime: Runtime,
  { tx: { records } }: Unit,
  asked: Pick<QueueRow, 'creatorCollection' | 'creatorId' | 'bySystem'> | null,
): Promise<void> {
  const { maxWaiting: most } = runtime.manifest.queue
  const waiting = await countAll(runtime, records, most)
  if (waiting >= most)
    throw new QuireError('unavailable', `${most} jobs are waiting already. Try again soon.`, {
      retryAfter: RETRY_AFTER,
    })
  const share = Math.ceil(most / SHARE)
  // The total is below one client's share, so this client is too.
  if (asked === null || asked.bySystem === 1 || waiting < share) return
  const { creatorCollection, creatorId, bySystem } = asked
  if ((await countWaiting(records, { creatorCollection, creatorId, bySystem }, share)) < share) return
  const whose = creatorId === null ? 'jobs of clients who are not signed in' : 'of your jobs'
  const message = `${share} ${whose} are waiting already. Wait until some of them are done, or cancel some.`
  throw new QuireError('rate_limited', message, { retryAfter: RETRY_AFTER })
}

/** Counted once a second, and each time when close to the limit. */
async function countAll(runtime: Runtime, records: RecordReader, most: number): Promise<number> {
  const last = lastCountOf(runtime)
  const now = performance.now()
  if (now - last.at < 1_000 && last.waiting + last.added < most) {
    last.added += 1
    return last.waiting + last.added - 1
  }
  const waiting = await countWaiting(records, {}, most)
  Object.assign(last, { at: now, waiting, added: 1 })
  return waiting
}

function countWaiting(records: RecordReader, of: RecordMatch<QueueRow>, most: number): Promise<number> {
  return records.count(QUEUE.name, { ...of, collection: JOBS_OWNER, finishedAt: null }, undefined, most)
}

/** Limit of an input, a result, and the result of a step. */
export const MOST_BYTES = 64 * 1024

type DescribedJob = Pick<NamedJob<Call>, 'name' | 'input'>

/**
 * Validates an input and returns its stored form, or throws all issues (docs/jobs.md). `base` is its path in the
 * request.
 */
function writtenInput(job: DescribedJob, given: unknown, base = ''): { input: JsonObject; text: string } {
  const text = asJsonText(given ?? {})
  const input: JsonValue = text === undefined ? null : parseJson(text)
  if (text === undefined || !isObject(input))
    throw new QuireError('validation', `The input of "${job.name}" must be an object.`, {
      issues: [{ code: 'type', path: base, message: 'Must be an object.' }],
    })
  if (Buffer.byteLength(text) > MOST_BYTES)
    throw new QuireError(
      'payload_too_large',
      `The input of a job may have at most ${MOST_BYTES} bytes. Store larger data elsewhere, and pass a reference.`,
    )
  const issues = issuesIn(job, input, base)
  if (issues.length > 0)
    throw new QuireError('validation', `The input of "${job.name}" is not valid. The issues say why.`, { issues })
  return { input, text }
}

/**
 * Parses a stored input. The job's schema may have changed since it was queued: an input that no longer fits is
 * refused.
 */
export function keptInput(job: DescribedJob, text: string): JsonObject {
  const input = parseJson(text) as JsonObject
  const issues = issuesIn(job, input, '')
  if (issues.length > 0)
    throw new UnrecoverableError(
      `"${job.name}" was changed after this job was queued, and no longer accepts its input.`,
      {
        issues,
      },
    )
  return input
}

function issuesIn({ input: schema }: DescribedJob, input: JsonObject, base: string): readonly Issue[] {
  const problems =
    schema === null
      ? Object.keys(input).map((path) => ({
          code: 'unknown_field' as const,
          path,
          message: 'This job takes no input.',
        }))
      : [...compileSchema(schema)(input), ...findUnstorable(input)]
  return problems.map(({ path, ...rest }) => ({ ...rest, path: [base, path].filter((part) => part !== '').join('.') }))
}

/** JSON text of a value from application code; undefined if it is not JSON. */
export function asJsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}

/** An input as shown to users, without `writeOnly` parts of its schema. */
export function shownInput(schema: JsonSchema | null, value: JsonValue): JsonValue {
  if (schema === null) return value
  const { properties, items } = schema as { readonly properties?: unknown; readonly items?: unknown }
  if (Array.isArray(value)) {
    if (!isObject(items)) return value
    // Hides their number, too.
    return items['writeOnly'] === true ? [] : value.map((one) => shownInput(items as JsonSchema, one))
  }
  if (!isObject(value) || !isObject(properties)) return value
  const shown = Object.entries(value).flatMap(([name, member]): [string, JsonValue][] => {
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (!isObject(own)) return [[name, member]]
    return own['writeOnly'] === true ? [] : [[name, shownInput(own, member)]]
  })
  return Object.fromEntries(shown)
}
