import { isObject } from '../content/json-object.ts'
import type { OptionKind } from '../fields/option-kinds.ts'
import type { ProblemList } from './problem-list.ts'

const MOST_KEPT = 100

/** What the option `versions` of a collection or global takes. */
export type VersionsChoice = boolean | VersionsConfig | undefined

export interface VersionsConfig {
  /** How many snapshots of a document are kept: the newest, and always the published one. 100 if you don't say. */
  readonly max?: number
}

/** Whether there are snapshots. */
export function isVersionsConfig(versions: unknown): versions is true | VersionsConfig {
  return versions === true || isObject(versions)
}

export function mostVersionsOf(versions: unknown): number {
  const max = isObject(versions) ? versions['max'] : undefined
  return typeof max === 'number' ? max : MOST_KEPT
}

const aPositiveCount: OptionKind = (value) =>
  Number.isSafeInteger(value) && (value as number) >= 1 ? null : 'must be a whole number, 1 or more'

export function checkVersions(versions: unknown, place: string, problems: ProblemList): void {
  if (typeof versions === 'boolean') return
  if (isObject(versions)) problems.members(versions, place, { max: aPositiveCount })
  else problems.add(place, 'must be true, false or an object such as { max: 50 }')
}
