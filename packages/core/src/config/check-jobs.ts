import { isObject } from '../content/json-object.ts'
import { findSchemaMistakes } from '../fields/compile-schema.ts'
import {
  aBoolean,
  aFunction,
  aLocalizedText,
  aText,
  anObject,
  anObjectOf,
  oneOf,
  type OptionKind,
} from '../fields/option-kinds.ts'
import { aPositiveCount } from './check-server.ts'
import { cronProblem, isTimeZone } from './cron.ts'
import type { JobConfig, QueueConfig, ScheduleConfig } from './job.ts'
import { join, type ProblemList } from './problem-list.ts'
import { aDurationUpTo, aTimeToKeep } from './quantities.ts'

const NAME = /^[a-z][A-Za-z0-9]{0,62}$/

const MOST_RETRIES = 20
const MOST_AT_ONCE = 1_000

const anInput: OptionKind = (value) => {
  if (!isObject(value)) return 'must be a JSON Schema'
  if (value['type'] !== 'object') return "must describe an object: { type: 'object', … }"
  const mistakes = findSchemaMistakes(value)
  if (mistakes !== null) return `is not a JSON Schema: ${mistakes}`
  if (value['writeOnly'] === true) return 'must not be `writeOnly` as a whole: mark what is secret in its `properties`'
  const hidden = JSON.stringify(value).split('"writeOnly":true').length - 1
  return hidden === writeOnlyIn(value)
    ? null
    : 'has `writeOnly` in a place where it has no effect: it works in `properties` and `items`'
}

/** Counts `writeOnly` in those parts of a schema that are redacted when an input is shown. */
function writeOnlyIn(schema: unknown): number {
  if (!isObject(schema)) return 0
  const { properties, items } = schema
  const own = schema['writeOnly'] === true ? 1 : 0
  const members = isObject(properties) ? Object.values(properties) : []
  return [...members, items].reduce<number>((sum, one) => sum + writeOnlyIn(one), own)
}

/** Stays below the maximum delay of a timer. */
const aWait = aDurationUpTo('7d')

const someWaits: OptionKind = (value) => {
  if (!Array.isArray(value) || value.length > MOST_RETRIES)
    return `must be a list of at most ${MOST_RETRIES} durations, such as ['10s', '1m']`
  return value.map(aWait).find((wrong) => wrong !== null) ?? null
}

const aPlace: OptionKind = (value) =>
  aPositiveCount(value) ?? ((value as number) > MOST_AT_ONCE ? `must be at most ${MOST_AT_ONCE}` : null)

const JOB_KINDS: Readonly<Record<keyof JobConfig, OptionKind>> = {
  label: aLocalizedText,
  description: aLocalizedText,
  input: anInput,
  retryAfter: someWaits,
  timeout: aWait,
  concurrency: aPlace,
  key: aFunction,
  replace: aBoolean,
  schedule: anObject,
  access: anObjectOf({ queue: aFunction }),
  run: aFunction,
  isQueueable: () => 'cannot be set: use `access.queue`',
}

const SCHEDULE_KINDS: Readonly<Record<keyof ScheduleConfig, OptionKind>> = {
  cron: aText,
  timezone: (value) =>
    typeof value === 'string' && isTimeZone(value) ? null : "must be a time zone such as 'Europe/Berlin'",
  missed: oneOf('once', 'skip'),
}

export function checkJobs(jobs: unknown, place: string, problems: ProblemList): void {
  if (!isObject(jobs)) return problems.add(place, 'must be an object: { nightly: job({ … }) }')
  for (const [name, one] of Object.entries(jobs)) {
    const at = join(place, name)
    if (!NAME.test(name))
      problems.add(at, 'must have a name of 1 to 63 letters and digits that begins with a lowercase letter')
    const members = problems.members(one, at, JOB_KINDS, ['run'])
    if (!members) continue
    const { schedule, input, replace, key } = members
    if (replace === true && key === undefined)
      problems.add(join(at, 'replace'), 'needs a `key`: a job replaces waiting jobs with the same key')
    if (schedule !== undefined) checkSchedule(schedule, join(at, 'schedule'), problems)
    if (schedule !== undefined && isObject(input) && Array.isArray(input['required']) && input['required'].length > 0)
      problems.add(join(at, 'input'), 'has required properties, but a schedule passes no input: leave `required` out')
  }
}

function checkSchedule(schedule: unknown, place: string, problems: ProblemList): void {
  const { cron, timezone = 'UTC' } = problems.members(schedule, place, SCHEDULE_KINDS, ['cron']) ?? {}
  if (typeof cron !== 'string' || typeof timezone !== 'string' || !isTimeZone(timezone)) return
  const wrong = cronProblem(cron, timezone)
  if (wrong !== null) problems.add(join(place, 'cron'), wrong)
}

const QUEUE_KINDS: Readonly<Record<keyof QueueConfig, OptionKind>> = {
  access: anObjectOf({ read: aFunction, manage: aFunction }),
  keepFor: aTimeToKeep,
  keepAtMost: aPositiveCount,
  maxWaiting: aPositiveCount,
}

export function checkQueue(queue: unknown, place: string, problems: ProblemList): void {
  problems.members(queue, place, QUEUE_KINDS)
}
