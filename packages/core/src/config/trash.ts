import { isObject } from '../content/json-object.ts'
import type { ProblemList } from './problem-list.ts'
import { aDuration, type Duration, parseDuration } from './quantities.ts'

/** What the option `trash` of a collection takes. */
export type TrashChoice = boolean | TrashConfig | undefined

export interface TrashConfig {
  /** For how long documents stay in the trash, such as `'30d'`; without it, until somebody removes them. */
  readonly retention?: Duration
}

/** Whether a collection has a trash. */
export function isTrashConfig(trash: unknown): trash is true | TrashConfig {
  return trash === true || isObject(trash)
}

/** In milliseconds; null if documents stay in the trash until somebody removes them. */
export function retentionOf(trash: unknown): number | null {
  const retention = isObject(trash) ? trash['retention'] : undefined
  return retention === undefined ? null : parseDuration(retention)
}

export function checkTrash(trash: unknown, place: string, problems: ProblemList): void {
  if (typeof trash === 'boolean') return
  if (isObject(trash)) problems.members(trash, place, { retention: aDuration })
  else problems.add(place, "must be true, false or an object such as { retention: '30d' }")
}
