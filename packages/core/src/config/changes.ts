import { isObject } from '../content/json-object.ts'
import { anObject } from '../fields/option-kinds.ts'
import { aPositiveCount } from './check-server.ts'
import type { ProblemList } from './problem-list.ts'
import { aDurationUpTo, aTimeToKeep, type Duration, parseDuration } from './quantities.ts'

/** What the change feed keeps, and how many may follow it (docs/changes.md). */
export interface ChangesConfig {
  /** How long a change is kept; `'7d'` by default. */
  readonly keep?: Duration
  /** How many changes are kept at most; 1,000,000 by default. */
  readonly most?: number
  readonly streams?: StreamsConfig
}

export interface StreamsConfig {
  /** How many streams one user may have open; 5 by default. */
  readonly perUser?: number
  /** How many one address may have open; 50 by default. */
  readonly perAddress?: number
  /** How many a process serves; 1,000 by default. */
  readonly perProcess?: number
  /** How long a stream lives, before its client comes back for the next; `'30m'` by default. */
  readonly life?: Duration
  /** How often a stream says that it is still there; `'15s'` by default. */
  readonly heartbeat?: Duration
  /** How often somebody's credential and rights are asked for again; `'30s'` by default. */
  readonly recheck?: Duration
}

export interface StreamLimits {
  readonly perUser: number
  readonly perAddress: number
  readonly perProcess: number
}

/** In milliseconds. */
export interface ResolvedChanges {
  readonly keep: number
  readonly most: number
  readonly limits: StreamLimits
  readonly life: number
  readonly heartbeat: number
  readonly recheck: number
}

const kinds = { keep: aTimeToKeep, most: aPositiveCount, streams: anObject }
/** A timer that waits for much longer does not wait at all. */
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

/** Null where there is no feed. */
export function resolveChanges(given: boolean | ChangesConfig | undefined): ResolvedChanges | null {
  if (given === undefined || given === false) return null
  const { keep = '7d', most = 1_000_000, streams = {} } = given === true ? {} : given
  const { perUser = 5, perAddress = 50, perProcess = 1_000, life = '30m', heartbeat = '15s', recheck = '30s' } = streams
  return {
    keep: parseDuration(keep),
    most,
    limits: { perUser, perAddress, perProcess },
    life: parseDuration(life),
    heartbeat: parseDuration(heartbeat),
    recheck: parseDuration(recheck),
  }
}
