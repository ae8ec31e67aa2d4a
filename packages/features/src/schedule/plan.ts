import { type QueuedWork, QuireError, type StoredDocument } from '@quirecms/core/feature'
import { isDraft, liveRevisionOf } from '../drafts/offers.ts'
import type { ScheduledAction } from './schedule-api.ts'

export const MOST_PENDING = 100

export interface Plan {
  readonly action: ScheduledAction
  readonly runAt: string
}

/** Refuses a plan without an effect after all earlier plans, or with an undefined outcome. */
export function checkPlan({ action, runAt }: Plan, document: StoredDocument, pending: readonly QueuedWork[]): void {
  if (pending.length >= MOST_PENDING)
    throw new QuireError('conflict', `This is scheduled ${MOST_PENDING} times already. Cancel some of these first.`)
  if (pending.some((other) => other.runAt === runAt && other.job !== action))
    throw new QuireError(
      'conflict',
      'The opposite is scheduled for exactly this moment. Choose another moment, or cancel it first.',
    )
  const before = pending.filter((other) => other.runAt < runAt).toSorted((a, b) => (a.runAt < b.runAt ? -1 : 1))
  const last = before.at(-1)?.job
  if (action === 'publish') {
    if (!isDraft(document) && last !== 'unpublish')
      throw new QuireError('invalid_state', 'There is nothing to publish: the newest content is already live.')
  } else if (last === 'unpublish' || (last === undefined && liveRevisionOf(document) === null)) {
    throw new QuireError(
      'invalid_state',
      'There is nothing to unpublish: nothing will be live at that moment. Publish this, or schedule its publication, first.',
    )
  }
}
