import { dateOf, type Day, toDay } from './date-text.ts'

export function weeksOf(year: number, month: number, firstDay: number): (number | null)[][] {
  const first = new Date(2000, month, 1)
  first.setFullYear(year)
  const before = (first.getDay() - firstDay + 7) % 7
  const length = lengthOf(year, month)
  const days: (number | null)[] = [
    ...Array.from({ length: before }, () => null),
    ...Array.from({ length }, (_, index) => index + 1),
  ]
  while (days.length % 7 !== 0) days.push(null)
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
}

function lengthOf(year: number, month: number): number {
  const last = new Date(2000, 0, 1)
  last.setFullYear(year, month + 1, 0)
  return last.getDate()
}

/** The day that a key leads to from another; undefined if it leads nowhere. */
export function moved(from: Day, key: string, firstDay: number, isRightToLeft: boolean): Day | undefined {
  const date = dateOf(from)
  const ahead = isRightToLeft ? -1 : 1
  const inWeek = (date.getDay() - firstDay + 7) % 7
  const days = { ArrowRight: ahead, ArrowLeft: -ahead, ArrowDown: 7, ArrowUp: -7, Home: -inWeek, End: 6 - inWeek }[key]
  if (days !== undefined) date.setDate(date.getDate() + days)
  else if (key === 'PageUp' || key === 'PageDown') {
    const month = date.getMonth() + (key === 'PageUp' ? -1 : 1)
    // The 31st becomes the last day of a shorter month.
    date.setFullYear(date.getFullYear(), month, Math.min(date.getDate(), lengthOf(date.getFullYear(), month)))
  } else return undefined
  return date.getFullYear() >= 1 && date.getFullYear() <= 9999 ? toDay(date) : undefined
}
