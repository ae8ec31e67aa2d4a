import { isObject } from '../content/json-object.ts'
import type { ProblemList } from './problem-list.ts'
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
