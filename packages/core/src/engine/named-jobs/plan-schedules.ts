import type { JobSchedule, NamedJob } from '../../contracts/named-job.ts'
import type { RecordWriter } from '../../contracts/records.ts'
import { type Call, type Runtime, systemCall } from '../call.ts'
import { hashedId } from '../new-id.ts'
import { queueRowOf } from '../queue/put-off.ts'
import { QUEUE } from '../queue/queue-table.ts'
import { tellQueue } from '../queue/look-out.ts'
import { JOB_DETAILS, type JobDetails, queuedName } from './job-details.ts'
import { QuireError } from '../../contracts/errors.ts'
import type { QueuedWork } from '../../contracts/job.ts'
import { cronOf } from '../../config/cron.ts'

/** Interval at which an instance checks that the next runs are planned. */
const LOOK_EVERY = 30_000

/** Key that serializes the runs of a schedule. */
const SCHEDULE_KEY = 'schedule'

type Scheduled = NamedJob<Call> & { readonly schedule: JobSchedule }

function scheduledJobs({ manifest: { jobs } }: Runtime): Scheduled[] {
  return Object.values(jobs).filter((job): job is Scheduled => job.schedule !== null)
}

/**
 * Plans the next run of every schedule, until `stop`. A run is queued before it is due, with an id derived from the job
 * and the time: every instance tries to queue it, one succeeds, and any instance runs it once.
 */
export function planSchedules(runtime: Runtime, stop: AbortSignal): void {
  if (scheduledJobs(runtime).length === 0) return
  let timer: NodeJS.Timeout | undefined
  const begun = runtime.clock().getTime()
  const look = async () => {
    let wait = LOOK_EVERY
    try {
      const next = await planAll(runtime, begun)
      wait = Math.min(wait, Math.max(10, next - runtime.clock().getTime() + 10))
    } finally {
      if (!stop.aborted) plan(wait)
    }
  }
  const plan = (wait: number) => {
    timer = setTimeout(() => runtime.runInBackground('planning schedules', look), wait)
    timer.unref()
  }
  stop.addEventListener('abort', () => clearTimeout(timer))
  plan(0)
}

/** Plans the next run of each schedule, and runs of the last minute that were missed. Returns the earliest next run. */
export async function planAll(runtime: Runtime, begun = runtime.clock().getTime()): Promise<number> {
  let earliest = Number.POSITIVE_INFINITY
  for (const job of scheduledJobs(runtime)) {
    const now = runtime.clock().getTime()
    const since = Math.max(Math.min(begun, now), now - MISSED_AFTER)
    const [next] = momentsAfter(job.schedule, now, 1)
    // Of several runs that are due, the newest replaces the others.
    const passed = momentsAfter(job.schedule, since - 1, 61).findLast((moment) => moment.getTime() <= now)
    for (const moment of [passed, next]) if (moment) await planMoment(runtime, job, moment.toISOString(), next)
    if (next) earliest = Math.min(earliest, next.getTime())
  }
  return earliest
}

async function planMoment(runtime: Runtime, job: Scheduled, moment: string, next: Date | undefined): Promise<void> {
  const { storage } = runtime
  const { name } = job
  const [planned] = await storage.reader.records.find(JOB_DETAILS.name, { job: name, moment }, { limit: 1 })
  const stale = moment === next?.toISOString() ? await otherMoments(runtime, job, moment) : []
  if (planned && stale.length === 0) return
  const call = systemCall(runtime, runtime.manifest.service, queuedName(name))
  const id = hashedId(`schedule ${name} ${moment}`)
  const row = queueRowOf(call, id, { job: queuedName(name), documentId: SCHEDULE_KEY, revision: 0, runAt: moment })
  const { createdAt } = row
  await storage.transaction(async ({ records }) => {
    for (const other of stale) await callOff(records, other)
    if (planned || !(await records.insert(QUEUE.name, row))) return
    await records.insert(JOB_DETAILS.name, { id, job: name, input: '{}', owner: '', createdAt, moment })
  })
  tellQueue(runtime, row.lane, id, moment)
}

/** Planned runs that don't match the present schedule or clock. */
async function otherMoments(
  { clock, storage }: Runtime,
  { name, schedule }: Scheduled,
  next: string,
): Promise<string[]> {
  const yetToCome = { job: name, moment: { above: clock().toISOString() } }
  const rows = await storage.reader.records.find(JOB_DETAILS.name, yetToCome, { limit: 20 })
  return rows
    .filter(({ moment }) => moment !== next && (moment > next || !isMoment(schedule, moment)))
    .map(({ id }) => id)
}

async function callOff(records: RecordWriter, id: string): Promise<void> {
  if ((await records.remove(QUEUE.name, { id, status: 'pending' })) > 0) await records.remove(JOB_DETAILS.name, { id })
}

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
    return new QuireError('invalid_state', 'The schedule was changed and no longer includes this time.')
  const now = clock()
  if (schedule.missed === 'skip' && now.getTime() - Date.parse(moment) > MISSED_AFTER)
    return new QuireError('invalid_state', 'No instance was running at this time, and the schedule skips missed runs.')
  const due = new Date(now.getTime() + 1).toISOString()
  const later = { job: name, moment: { above: moment } }
  const [next] = await storage.reader.records.find(JOB_DETAILS.name, later, {
    sort: { column: 'moment', descending: false },
    limit: 1,
  })
  if (next && next.moment < due)
    return new QuireError('invalid_state', 'A later run of this schedule is due as well, and replaces this one.')
  return null
}
