import { isObject } from '../content/json-object.ts'
import type { ProblemList } from './problem-list.ts'
import { aDuration, type Duration, parseDuration } from './quantities.ts'

/** What `trash` of a collection takes. */
export type TrashChoice = boolean | TrashConfig | undefined

export interface TrashConfig {
  /** How long what is thrown away is kept, such as `'30d'`; without it, until somebody removes it. */
  readonly retention?: Duration
}

/** Whether a collection has a trash. */
export function isTrashConfig(trash: unknown): trash is true | TrashConfig {
  return trash === true || isObject(trash)
}

/** In milliseconds; null where the trash is kept until somebody empties it. */
export function retentionOf(trash: unknown): number | null {
  const retention = isObject(trash) ? trash['retention'] : undefined
  return retention === undefined ? null : parseDuration(retention)
}

export function checkTrash(trash: unknown, place: string, problems: ProblemList): void {
  if (typeof trash === 'boolean') return
  if (isObject(trash)) problems.members(trash, place, { retention: aDuration })
  else problems.add(place, "must be true, false or an object such as { retention: '30d' }")
}
