import { isObject } from '../content/json-object.ts'
import { aBoolean, anObjectOf, type OptionKind } from '../fields/option-kinds.ts'
import type { ProblemList } from './problem-list.ts'
import { aTimeToKeep, type Duration } from './quantities.ts'

export type VersionsChoice = boolean | VersionsConfig | undefined

export interface VersionsConfig {
  /** Changes stay drafts, with read access of their own, until they are published. */
  readonly drafts?: boolean | DraftsConfig
  /**
   * Maximum number of snapshots per document, besides older ones that are named, published or scheduled; 100 by
   * default.
   */
  readonly max?: number
}

export interface DraftsConfig {
  /** Validates drafts completely: by default, required values may be missing until a draft is published. */
  readonly validate?: boolean
  /** Allows updates to be marked as autosaves (`autosave=true`), which don't fill the history. */
  readonly autosave?: boolean | AutosaveConfig
  /** Allows scheduled publishing and unpublishing: on by default for documents, and for globals only with `true`. */
  readonly schedule?: boolean
}

export interface AutosaveConfig {
  /** How long autosaves replace one another, before the history keeps one; '10m' by default. */
  readonly keepEvery?: Duration
}

export function draftsOf(versions: unknown): DraftsConfig | null {
  const drafts = isObject(versions) ? versions['drafts'] : undefined
  return drafts === true ? {} : isObject(drafts) ? drafts : null
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
