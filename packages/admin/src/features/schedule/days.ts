/** A day of the calendar, in the user's time zone: `2030-01-31`. */
export type Day = string

const two = (value: number) => String(value).padStart(2, '0')

export function dayOf(moment: Date): Day {
  return `${String(moment.getFullYear()).padStart(4, '0')}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
}

/** The start of the day. */
export function startOf(day: Day): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}

export function daysAfter(day: Day, count: number): Day {
  const start = startOf(day)
  return dayOf(new Date(start.getFullYear(), start.getMonth(), start.getDate() + count))
}

/** The same time of day on another day, across daylight saving changes. */
export function movedTo(moment: Date, day: Day): Date {
  const start = startOf(day)
  start.setHours(moment.getHours(), moment.getMinutes(), moment.getSeconds(), moment.getMilliseconds())
  return start
}

const NINE = 9

/** The time for a document dropped on a day: nine o'clock, or in an hour if that is past. */
export function usualTimeOn(day: Day, now: Date): Date {
  const nine = movedTo(new Date(2000, 0, 1, NINE), day)
  return day === dayOf(now) && nine <= now ? new Date(now.getTime() + 3_600_000) : nine
}

/** The month of an address (`2030-01`), or the present one. */
export function monthOf(named: unknown, now: Date): { readonly year: number; readonly month: number } {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(String(named)) ?? []
  if (year === undefined) return { year: now.getFullYear(), month: now.getMonth() }
  return { year: Number(year), month: Number(month) - 1 }
}

export function nameOfMonth(year: number, month: number): string {
  return dayOf(new Date(year, month, 1)).slice(0, -3)
}
