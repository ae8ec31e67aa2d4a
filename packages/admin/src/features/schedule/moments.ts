const HOUR = 3_600_000

export function inAnHour(now: Date): Date {
  const later = new Date(now.getTime() + HOUR)
  later.setSeconds(0, 0)
  return later
}

export function tomorrowAtNine(now: Date): Date {
  return atNine(now, 1)
}

/** Nine o'clock on the next Monday. */
export function mondayAtNine(now: Date): Date {
  return atNine(now, (8 - now.getDay()) % 7 || 7)
}

/** Calendar arithmetic, so that it stays nine o'clock across daylight saving changes. */
function atNine(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 9, 0, 0, 0)
}
