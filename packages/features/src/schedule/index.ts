import { type Call, draftsOf, type Feature, QUEUE } from '@quirecms/core/feature'
import { failedParameter } from './open-failures.ts'
import { listAllScheduled, timeParameters } from './list-scheduled.ts'
import {
  cancelledAt,
  cancelScheduled,
  cancelScheduledGlobal,
  jobsOf,
  listScheduled,
  listScheduledGlobal,
  schedule,
  scheduleGlobal,
} from './schedule.ts'
import { whenDue } from './scheduled-actions.ts'

export const schedules: Feature<Call> = {
  name: 'schedule',
  events: ['scheduleFailed'],
  needs: ['drafts', 'auth', 'overview', 'preferences', 'versions'],
  options: ['versions.drafts.schedule'],
  for: ({ kind, options }) => hasSchedules(kind, options['versions']),
  adds: ({ kind, sendsMail }) => ({
    records: [QUEUE],
    parameters: kind === 'global' ? [failedParameter] : [...timeParameters, failedParameter],
    operations:
      kind === 'global'
        ? [listScheduledGlobal, scheduleGlobal, cancelScheduledGlobal]
        : [listAllScheduled, listScheduled, schedule, cancelScheduled],
    jobs: whenDue(sendsMail),
    // Moving to the trash cancels schedules; deletion removes them.
    onRemove: async (call, { tx: { records } }, { document, forGood }) => {
      const jobs = jobsOf(call, document.id)
      if (forGood) await records.remove(QUEUE.name, jobs)
      else await records.update(QUEUE.name, { ...jobs, status: { oneOf: ['pending', 'running'] } }, cancelledAt(call))
    },
  }),
}

/** Whether publications can be scheduled; globals must enable it. */
function hasSchedules(kind: string, versions: unknown): boolean {
  const drafts = draftsOf(versions)
  if (!drafts) return false
  return drafts.schedule ?? kind !== 'global'
}
