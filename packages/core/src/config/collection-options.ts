import { isObject } from '../content/json-object.ts'
import { type ProblemList, join } from './problem-list.ts'
import { aDuration, type Duration } from './quantities.ts'

export type TrashChoice = boolean | TrashConfig | undefined

export interface TrashConfig {
  /** How long documents stay in the trash, such as `'30d'`; by default, until a user deletes them. */
  readonly retention?: Duration
}

export function checkTrash(trash: unknown, place: string, problems: ProblemList): void {
  if (typeof trash === 'boolean') return
  if (isObject(trash)) problems.members(trash, place, { retention: aDuration })
  else problems.add(place, "must be true, false or an object such as { retention: '30d' }")
}

export type AuthorsChoice = boolean | undefined

export type CommentsChoice = boolean | undefined

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

export interface PreviewConfig {
  /** How long a preview token is valid; `'15m'` by default. */
  readonly lifetime?: Duration
}

export function checkPreview(preview: unknown, place: string, problems: ProblemList): void {
  problems.members(preview, place, { lifetime: aDuration })
}

/** The fields that `?search=words` searches. */
export interface SearchConfig {
  /**
   * Paths to texts and rich texts, also in groups, arrays and blocks: a list, or an object of path to weight. At most
   * four different weights.
   */
  readonly fields: readonly string[] | { readonly [path: string]: number }
}

export type SearchChoice = SearchConfig | undefined

const MOST_WEIGHTS = 4

/** Whether the paths exist can only be checked once the fields are known. */
export function checkSearch(value: unknown, place: string, problems: ProblemList): void {
  const search = problems.members(value, place, { fields: () => null }, ['fields'])
  if (!search) return
  const { fields } = search
  const at = join(place, 'fields')
  if (Array.isArray(fields)) {
    if (fields.length === 0 || !fields.every((path) => typeof path === 'string'))
      problems.add(at, 'must be a list of paths')
    return
  }
  if (!isObject(fields) || Object.keys(fields).length === 0) {
    problems.add(at, 'must be a list of paths, or an object of weights such as { title: 4, body: 1 }')
    return
  }
  for (const [path, weight] of Object.entries(fields)) {
    if (typeof weight !== 'number' || !(weight > 0) || weight > 1000)
      problems.add(join(at, path), 'must be a number above 0, and at most 1000')
  }
  if (new Set(Object.values(fields)).size > MOST_WEIGHTS)
    problems.add(at, `has more than ${MOST_WEIGHTS} different weights: give some fields the same one`)
}
