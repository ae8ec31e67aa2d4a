import { isObject } from '../content/json-object.ts'
import type { ProblemList } from './problem-list.ts'
import { aDuration, type Duration } from './quantities.ts'

export type LocksChoice = boolean | LocksConfig | undefined

export interface LocksConfig {
  /** How long a lock is held unless it is renewed; `'5m'` by default. */
  readonly duration?: Duration
}

export function checkLocks(locks: unknown, place: string, problems: ProblemList): void {
  if (typeof locks === 'boolean') return
  if (isObject(locks)) problems.members(locks, place, { duration: aDuration })
  else problems.add(place, "must be true, false or an object such as { duration: '10m' }")
}
