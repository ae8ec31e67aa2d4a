import { isRecord } from '../../data/members.ts'

export const STATUSES = ['pending', 'running', 'failed', 'completed', 'cancelled'] as const

/** Value in the URL for all jobs. */
export const ALL = 'all'

export type JobStatus = (typeof STATUSES)[number]

/** A background job of the application. */
export interface Job {
  readonly id: string
  readonly job: string
  readonly status: JobStatus
  readonly runAt: string
  readonly key: string | null
  readonly input: unknown
  readonly progress: { readonly done: number; readonly total: number | null; readonly note: string | null } | null
  readonly result: unknown
  readonly createdAt: string
  readonly createdBy: { readonly collection: string; readonly id: string } | null
  readonly isScheduled: boolean
  readonly requestId: string | null
  readonly startedAt: string | null
  readonly finishedAt: string | null
  readonly attempts: number
  readonly error: {
    readonly code: string
    readonly message: string
    readonly issues?: readonly { readonly path: string; readonly message: string }[]
  } | null
}

/** A text, or texts by language. */
type Text = string | Readonly<Record<string, string>> | null

export interface JobDefinition {
  readonly name: string
  readonly label: Text
  readonly description: Text
  readonly input: Readonly<Record<string, unknown>> | null
  readonly mayQueue: boolean
  readonly schedule: {
    readonly cron: string
    readonly timezone: string
    readonly next: readonly string[]
  } | null
}

export interface Definitions {
  readonly jobs: readonly JobDefinition[]
  readonly mayRead: boolean
  readonly mayManage: boolean
}

/** Query key of job definitions and the actor's rights. */
export const DEFINITIONS = ['jobs', 'definitions'] as const

/** Initial input of a new job: the required properties of its schema, empty. */
export function emptyInput(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {}
  const required = Array.isArray(schema['required']) ? schema['required'] : Object.keys(properties)
  return Object.fromEntries(
    required.filter((name) => typeof name === 'string').map((name) => [name, emptyValue(properties[name])]),
  )
}

function emptyValue(schema: unknown): unknown {
  const { type, default: given, examples, enum: choices } = isRecord(schema) ? schema : {}
  if (given !== undefined) return given
  if (Array.isArray(examples) && examples.length > 0) return examples[0]
  if (Array.isArray(choices)) return choices[0]
  const types: readonly unknown[] = Array.isArray(type) ? type : [type]
  return EMPTY[String(types[0])] ?? null
}

const EMPTY: Readonly<Record<string, unknown>> = {
  string: '',
  number: 0,
  integer: 0,
  boolean: false,
  array: [],
  object: {},
}
