const DAY_MS = 86_400_000

/** The next occurrence of a time of day in UTC, after `now`. */
export function nextMoment(at: string, now: Date): string {
  const [hours = 0, minutes = 0] = at.split(':').map(Number)
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hours, minutes)
  return new Date(today > now.getTime() ? today : today + DAY_MS).toISOString()
}
