import type { Cron } from 'croner'
import type * as Croner from 'croner'
import type { JobSchedule } from '../contracts/named-job.ts'
import { onceFor } from '../content/once-for.ts'
import { loadWhenNeeded } from '../fields/load-when-needed.ts'

/** Computes the times of a schedule. Throws for an invalid one. The `Cron` object runs nothing itself. */
export const cronOf = onceFor(({ cron, timezone }: JobSchedule): Cron => makeCron(cron, timezone))

function makeCron(cron: string, timezone: string): Cron {
  const { Cron: Made } = loadWhenNeeded('croner') as typeof Croner
  return new Made(cron, { timezone, paused: true, mode: '5-or-6-parts' })
}

/** Describes the problem of a schedule; null if it is valid. */
export function cronProblem(cron: string, timezone: string): string | null {
  // The library also accepts a date, which is not a schedule.
  if (/^\d{4}-/.test(cron)) return 'must be a cron pattern such as `0 3 * * *`, and no date'
  try {
    if (!makeCron(cron, timezone).nextRun(new Date())) return 'matches no date'
    return null
  } catch (error) {
    const why = (error as Error).message.replace(/^\w+: /, '')
    return `must be a cron pattern such as \`0 3 * * *\`: ${why}`
  }
}

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
