const HOUR = 3_600_000

/** What `<input type="datetime-local">` holds: a moment in the user's time zone, without seconds. */
export function localInput(moment: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
  return `${day}T${two(moment.getHours())}:${two(moment.getMinutes())}`
}

/** As `datetime-local` writes it. Dates are read leniently: `2030-01-` would be a day too. */
const COMPLETE = /^\d{4,6}-\d\d-\d\dT\d\d:\d\d/

/** Undefined while it is incomplete. */
export function momentOf(input: string): Date | undefined {
  const moment = new Date(input)
  return !COMPLETE.test(input) || Number.isNaN(moment.getTime()) ? undefined : moment
}

export function inAnHour(now: Date): Date {
  const later = new Date(now.getTime() + HOUR)
  later.setSeconds(0, 0)
  return later
}

export function tomorrowAtNine(now: Date): Date {
  return atNine(now, 1)
}

/** The next Monday that is still to come. */
export function mondayAtNine(now: Date): Date {
  return atNine(now, (8 - now.getDay()) % 7 || 7)
}

/** By calendar days, so that it stays nine when clocks change. */
function atNine(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 9, 0, 0, 0)
}
