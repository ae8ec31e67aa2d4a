import { isObject } from '../content/json-object.ts'
import { aBoolean, anObjectOf, type OptionKind } from '../fields/option-kinds.ts'
import type { ProblemList } from './problem-list.ts'
import { aTimeToKeep, type Duration, parseDuration } from './quantities.ts'

const MOST_KEPT = 100
const KEEP_EVERY: Duration = '10m'

/** What the option `versions` of a collection or global takes. */
export type VersionsChoice = boolean | VersionsConfig | undefined

export interface VersionsConfig {
  /** Changes stay drafts, which only some may read, until somebody publishes them. */
  readonly drafts?: boolean | DraftsConfig
  /** How many snapshots of a document are kept, besides older ones that are named, published or scheduled. 100 if you don't say. */
  readonly max?: number
}

export interface DraftsConfig {
  /** Drafts must be complete too: without this, what is required may be missing until it is published. */
  readonly validate?: boolean
  /** Updates can be marked as autosaves (`autosave=true`), which don't fill the history. */
  readonly autosave?: boolean | AutosaveConfig
  /** Publishing and unpublishing can be scheduled: by default of documents, and of a global only with `true`. */
  readonly schedule?: boolean
}

export interface AutosaveConfig {
  /** For how long autosaves take the place of one another; then the history keeps one. '10m' if you don't say. */
  readonly keepEvery?: Duration
}

/** Whether there are snapshots. */
export function isVersionsConfig(versions: unknown): versions is true | VersionsConfig {
  return versions === true || isObject(versions)
}

export function mostVersionsOf(versions: unknown): number {
  const max = isObject(versions) ? versions['max'] : undefined
  return typeof max === 'number' ? max : MOST_KEPT
}

/** What `drafts` says; null where there are none. */
export function draftsOf(versions: unknown): DraftsConfig | null {
  const drafts = isObject(versions) ? versions['drafts'] : undefined
  return drafts === true ? {} : isObject(drafts) ? drafts : null
}

/** For how many milliseconds autosaves take the place of one another; null where there are none. */
export function keepEveryOf(versions: unknown): number | null {
  const autosave = draftsOf(versions)?.autosave
  if (autosave !== true && !isObject(autosave)) return null
  return parseDuration((isObject(autosave) ? autosave['keepEvery'] : undefined) ?? KEEP_EVERY)
}

/** Whether publications can be scheduled: those of a global only where it asks for them. */
export function hasSchedules(kind: string, versions: unknown): boolean {
  const drafts = draftsOf(versions)
  if (!drafts) return false
  return drafts.schedule ?? kind !== 'global'
}

const aPositiveCount: OptionKind = (value) =>
  Number.isSafeInteger(value) && (value as number) >= 1 ? null : 'must be a whole number, 1 or more'

const autosave: OptionKind = (value) =>
  typeof value === 'boolean' ? null : anObjectOf({ keepEvery: aTimeToKeep })(value)

const drafts: OptionKind = (value) =>
  typeof value === 'boolean' ? null : anObjectOf({ validate: aBoolean, autosave, schedule: aBoolean })(value)

export function checkVersions(versions: unknown, place: string, problems: ProblemList): void {
  if (typeof versions === 'boolean') return
  if (isObject(versions)) problems.members(versions, place, { max: aPositiveCount, drafts })
  else problems.add(place, 'must be true, false or an object such as { drafts: true, max: 50 }')
}
