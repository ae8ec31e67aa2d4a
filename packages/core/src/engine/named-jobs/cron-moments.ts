import { QuireError } from '../../contracts/errors.ts'
import type { QueuedWork } from '../../contracts/job.ts'
import type { JobSchedule, NamedJob } from '../../contracts/named-job.ts'
import { cronOf } from '../../config/cron.ts'
import type { Call, Runtime } from '../call.ts'
import { JOB_DETAILS, type JobDetails } from './job-details.ts'

/** A run that starts later than this was missed. */
export const MISSED_AFTER = 60_000

/** The next times of a schedule; empty if it names a day that never comes. */
export function momentsAfter(schedule: JobSchedule, after: number, most: number): Date[] {
  return cronOf(schedule).nextRuns(most, new Date(after))
}

/** Whether a time belongs to the schedule; it may have been planned by an earlier one. */
export function isMoment(schedule: JobSchedule, moment: string): boolean {
  const time = Date.parse(moment)
  // When clocks go forward, a time that does not exist still has a run, so comparing hours is not sufficient.
  return momentsAfter(schedule, time - 1_000, 1)[0]?.getTime() === time
}

/** Why a scheduled run is skipped; null if it is not. */
export async function leftOut(
  { clock, storage }: Runtime,
  { name, schedule }: Pick<NamedJob<Call>, 'name' | 'schedule'>,
  { moment }: Pick<JobDetails, 'moment'>,
  work: QueuedWork,
): Promise<QuireError | null> {
  // Retries continue.
  if (moment === '' || work.attempts > 1) return null
  if (!schedule || !isMoment(schedule, moment))
    return new QuireError('invalid_state', 'The schedule has changed, and this moment is none of it any more.')
  const now = clock()
  if (schedule.missed === 'skip' && now.getTime() - Date.parse(moment) > MISSED_AFTER)
    return new QuireError('invalid_state', 'Nothing ran at this moment, and what is missed is left out.')
  const due = new Date(now.getTime() + 1).toISOString()
  const later = { job: name, moment: { above: moment } }
  const [next] = await storage.reader.records.find(JOB_DETAILS.name, later, {
    sort: { column: 'moment', descending: false },
    limit: 1,
  })
  if (next && next.moment < due)
    return new QuireError('invalid_state', 'A later moment has come, too: what is missed is done once.')
  return null
}
