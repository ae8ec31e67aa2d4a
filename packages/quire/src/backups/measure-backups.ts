import type { Call, Runtime } from '@quirecms/core'

/** Interval of looking at the place, which may be remote, and where others may store backups too. */
const LOOK_EVERY_MS = 600_000

/** Gauge: time of the newest backup, including those of other processes. */
export function measureBackups({ runtime: { metrics } }: Call, newest: () => Promise<Date | null>): void {
  let known: Date | null = null
  let lookedAt = Number.NEGATIVE_INFINITY
  metrics.readGauge({
    name: 'backup_last_success_timestamp_seconds',
    help: 'When the newest backup was made that is in its place, in seconds since 1970. The place is looked at every ten minutes.',
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

export function countBackup({ metrics }: Runtime, outcome: 'made' | 'failed'): void {
  const help = 'Backups that this service has made, or failed to make.'
  metrics
    .counter({ name: 'backups_total', help, labels: { outcome: ['made', 'failed'] } })
    .of({ outcome })
    .add()
}
