import { type Issue, QuireError } from '../../contracts/errors.ts'
import type { NamedJob } from '../../contracts/named-job.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { Unit } from '../../contracts/unit-of-work.ts'
import { parseDuration } from '../../config/quantities.ts'
import { parseInstant } from '../../query/instant.ts'
import type { Call, Runtime } from '../call.ts'
import { newId } from '../new-id.ts'
import { queueRowOf, tellAfterCommit } from '../queue/put-off.ts'
import { QUEUE, type QueueRow } from '../queue/queue-table.ts'
import { JOB_KEYS } from '../queue/turns.ts'
import { JOB_DETAILS, queuedName } from './job-details.ts'
import { writtenInput } from './job-input.ts'
import { refuseTooMany } from './waiting-jobs.ts'

/** When a job runs, and what it keeps its turn by. */
export interface QueueOptions {
  /** Earliest time. */
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
  const key = keyOf(job, input, options.key)
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

/** The owner, as stored in the details. */
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

function keyOf({ key, name }: NamedJob<Call>, input: JsonObject, given: string | undefined): string {
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
  if (!isGiven) return new TypeError(`\`key\` of the job "${name}" must return a text or a number, and no promise.`)
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
