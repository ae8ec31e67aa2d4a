import { isObject } from '../content/json-object.ts'
import { aBoolean, anObjectOf, type OptionKind } from '../fields/option-kinds.ts'
import type { ProblemList } from './problem-list.ts'

const MOST_KEPT = 100

/** What the option `versions` of a collection or global takes. */
export type VersionsChoice = boolean | VersionsConfig | undefined

export interface VersionsConfig {
  /** Changes stay drafts, which only some may read, until somebody publishes them. */
  readonly drafts?: boolean | DraftsConfig
  /** How many snapshots of a document are kept: the newest, and always the published one. 100 if you don't say. */
  readonly max?: number
}

export interface DraftsConfig {
  /** Drafts must be complete too: without this, what is required may be missing until it is published. */
  readonly validate?: boolean
  /** Updates can be marked as autosaves (`autosave=true`), which don't fill the history. */
  readonly autosave?: boolean
  /** Publishing and unpublishing can be scheduled: by default of documents, and of a global only with `true`. */
  readonly schedule?: boolean
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

export function hasAutosave(versions: unknown): boolean {
  return draftsOf(versions)?.autosave === true
}

/** Whether publications can be scheduled: those of a global only where it asks for them. */
export function hasSchedules(kind: string, versions: unknown): boolean {
  const drafts = draftsOf(versions)
  if (!drafts) return false
  return drafts.schedule ?? kind !== 'global'
}

const aPositiveCount: OptionKind = (value) =>
  Number.isSafeInteger(value) && (value as number) >= 1 ? null : 'must be a whole number, 1 or more'

const drafts: OptionKind = (value) =>
  typeof value === 'boolean' ? null : anObjectOf({ validate: aBoolean, autosave: aBoolean, schedule: aBoolean })(value)

export function checkVersions(versions: unknown, place: string, problems: ProblemList): void {
  if (typeof versions === 'boolean') return
  if (isObject(versions)) problems.members(versions, place, { max: aPositiveCount, drafts })
  else problems.add(place, 'must be true, false or an object such as { drafts: true, max: 50 }')
}
