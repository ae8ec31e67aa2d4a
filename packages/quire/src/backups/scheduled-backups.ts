import {
  type BackupsConfig,
  type Call,
  type Feature,
  inTransaction,
  ensureQueued,
  type MailContent,
  QUEUE,
  type QueuedJob,
  QuireError,
  type RepeatedJob,
  type Runtime,
} from '@quirecms/core'
import { mailer } from '@quirecms/features/services'
import type { Logger } from '@quirecms/server'
import type { MadeBackup } from './make-backup.ts'
import { failureMail, faultsMail } from './failure-mail.ts'

/** One work item for all days, so that one of the instances makes the backup. */
const WORK_ID = 'backup'
const JOB = 'backup'

const PLANNED_EVERY_MS = 30_000

/** Retries on the same day. */
const RETRY_AFTER_MS = [300_000, 1_800_000]

export interface ScheduledBackups {
  readonly config: BackupsConfig
  readonly application: () => Promise<string>
  readonly make: (call: Call, stop: AbortSignal) => Promise<MadeBackup>
  readonly newest: () => Promise<Date | null>
  readonly log: () => Logger
}

export function scheduledBackups(settings: ScheduledBackups): Feature<Call> {
  return {
    name: 'backups',
    for: ({ kind }) => kind === 'service',
    adds: () => ({
      records: [QUEUE],
      jobs: [planning(settings.config), making(settings)],
      registerMetrics: (call) => measureBackups(call, settings.newest),
    }),
  }
}

/** Ensures that the next backup is queued, at the configured time. */
function planning({ at }: BackupsConfig): RepeatedJob<Call> {
  return {
    name: 'planBackup',
    every: PLANNED_EVERY_MS,
    async run(call) {
      const now = call.runtime.clock()
      const runAt = nextMoment(at, now)
      const [found] = await call.runtime.storage.reader.records.find(QUEUE.name, { id: WORK_ID })
      if (!found) {
        const planned = { job: JOB, documentId: '', revision: 0, runAt }
        await inTransaction(call, (unit) => ensureQueued(call, unit, WORK_ID, planned))
        return
      }
      const isMoved = found.status === 'pending' && found.attempts === 0 && found.runAt > now.toISOString()
      // Finished without success only if every attempt crashed.
      if (found.finishedAt === null && !(isMoved && found.runAt !== runAt)) return
      const anew = { status: 'pending', runAt, dueAt: runAt, lease: null, startedAt: null, finishedAt: null } as const
      const { status, runAt: before } = found
      await call.runtime.storage.transaction(({ records }) =>
        records.update(QUEUE.name, { id: WORK_ID, status, runAt: before }, { ...anew, attempts: 0, error: null }),
      )
    },
  }
}

function making({ config, application, make, log }: ScheduledBackups): QueuedJob<Call> {
  return {
    name: JOB,
    retryAfter: RETRY_AFTER_MS,
    // Long-running, so one at a time.
    concurrency: 1,
    async run(call, { attempts }, complete, stop) {
      const { runtime } = call
      const again = () =>
        inTransaction(call, (unit) => complete(unit, { repeatAt: nextMoment(config.at, runtime.clock()) }))
      const tell = async (mail: MailContent) => {
        for (const address of [config.notify ?? []].flat())
          await runtime.services
            .get(mailer)
            .send(address, mail)
            .catch((error: unknown) => runtime.reportError('a mail about a backup could not be sent', error))
      }
      let made: MadeBackup
      try {
        made = await make(call, stop)
      } catch (error) {
        stop.throwIfAborted()
        countBackup(runtime, 'failed')
        runtime.reportError('the backup failed', error)
        if (attempts === 1) await tell(failureMail(await application(), error))
        if (attempts > RETRY_AFTER_MS.length) return again()
        throw new QuireError('unavailable', 'The backup failed. See the log.', { cause: error })
      }
      countBackup(runtime, 'made')
      const { where, size, note, removed, manifest } = made
      log().info({ backup: { where, size, removed, ...(note !== null && { note }) } }, 'backup made')
      if (manifest.faults.length > 0) {
        const mail = faultsMail(await application(), where, manifest.faults)
        runtime.reportError('the backup lacks files', new Error(mail.text))
        await tell(mail)
      }
      await again()
    },
  }
}

/** Interval of looking at the place, which may be remote, and where others may store backups too. */
const LOOK_EVERY_MS = 600_000

/** Gauge: time of the newest backup, including those of other processes. */
function measureBackups({ runtime: { metrics } }: Call, newest: () => Promise<Date | null>): void {
  let known: Date | null = null
  let lookedAt = Number.NEGATIVE_INFINITY
  metrics.readGauge({
    name: 'backup_last_success_timestamp_seconds',
    help: 'Time of the newest backup in its place, in seconds since 1970. Checked every ten minutes.',
    isShared: true,
    read: async () => {
      if (performance.now() - lookedAt > LOOK_EVERY_MS) {
        known = await newest()
        lookedAt = performance.now()
      }
      return known ? [{ labels: {}, value: known.getTime() / 1_000 }] : []
    },
  })
}

function countBackup({ metrics }: Runtime, outcome: 'made' | 'failed'): void {
  const help = 'Backups of this service, by outcome.'
  metrics
    .counter({ name: 'backups_total', help, labels: { outcome: ['made', 'failed'] } })
    .of({ outcome })
    .add()
}

const DAY_MS = 86_400_000

/** The next occurrence of a time of day in UTC, after `now`. */
export function nextMoment(at: string, now: Date): string {
  const [hours = 0, minutes = 0] = at.split(':').map(Number)
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hours, minutes)
  return new Date(today > now.getTime() ? today : today + DAY_MS).toISOString()
}
