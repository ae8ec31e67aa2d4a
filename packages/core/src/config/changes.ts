import { isObject } from '../content/json-object.ts'
import { anObject } from '../fields/option-kinds.ts'
import { aPositiveCount } from './check-server.ts'
import type { ProblemList } from './problem-list.ts'
import { aDurationUpTo, aTimeToKeep, type Duration } from './quantities.ts'

/** Retention and limits of the change feed (docs/changes.md). */
export interface ChangesConfig {
  /** How long a change is kept; `'7d'` by default. */
  readonly keep?: Duration
  /** Maximum number of changes that are kept; 1,000,000 by default. */
  readonly max?: number
  readonly streams?: StreamsConfig
}

export interface StreamsConfig {
  /** Open streams per user; 5 by default. */
  readonly perUser?: number
  /** Open streams per client address; 50 by default. */
  readonly perAddress?: number
  /** Open streams per process; 1,000 by default. */
  readonly perProcess?: number
  /** How long a stream lives before its client must reconnect; `'30m'` by default. */
  readonly life?: Duration
  /** Interval of heartbeats on a stream; `'15s'` by default. */
  readonly heartbeat?: Duration
  /** How often the credentials and rights of a client are checked again; `'30s'` by default. */
  readonly recheck?: Duration
}

const kinds = { keep: aTimeToKeep, max: aPositiveCount, streams: anObject }
/** Bounded, because a timer with a delay above 24 days fires immediately. */
const aTimeOfStreams = aDurationUpTo('1d')
const streamKinds = {
  perUser: aPositiveCount,
  perAddress: aPositiveCount,
  perProcess: aPositiveCount,
  life: aTimeOfStreams,
  heartbeat: aTimeOfStreams,
  recheck: aTimeOfStreams,
}

export function checkChanges(value: unknown, place: string, problems: ProblemList): void {
  if (typeof value === 'boolean') return
  problems.members(value, place, kinds)
  const streams = (value as ChangesConfig | null)?.streams
  if (isObject(streams)) problems.members(streams, `${place}.streams`, streamKinds)
}
