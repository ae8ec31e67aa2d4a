import { type Language, useAppearance } from './appearance.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Numbers, dates and sizes, as the user's language writes them. */
export interface Formats {
  readonly number: (value: number) => string
  /** Near moments as a distance (`3 min ago`), the others as a date (`12 Nov`, with the year if it is another one). */
  readonly ago: (moment: string | Date) => string
  readonly day: (moment: string | Date) => string
  readonly time: (moment: string | Date) => string
  readonly exact: (moment: string | Date) => string
  readonly bytes: (size: number) => string
  readonly list: (items: readonly string[]) => string
  /** The name of a language of the content: `Deutsch`. */
  readonly locale: (code: string) => string
}

const made = new Map<Language, Formats>()

function formatsOf(language: Language): Formats {
  const known = made.get(language)
  if (known) return known
  const formats = make(language)
  made.set(language, formats)
  return formats
}

export function useFormats(): Formats {
  return formatsOf(useAppearance().language)
}

function make(language: Language): Formats {
  const numbers = new Intl.NumberFormat(language)
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' })
  const dayAndMonth = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' })
  const wholeDay = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric' })
  const clock = new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit' })
  const exact = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'medium' })
  const lists = new Intl.ListFormat(language, { type: 'conjunction' })
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

  /** "3 min. ago" needs no stop in a table. */
  const distanceOf = (value: number, unit: Intl.RelativeTimeFormatUnit) => relative.format(value, unit).replace('.', '')
  const day = (moment: string | Date) => {
    const date = new Date(moment)
    return (date.getFullYear() === new Date().getFullYear() ? dayAndMonth : wholeDay).format(date)
  }
  return {
    number: (value) => numbers.format(value),
    day,
    time: (moment) => clock.format(new Date(moment)),
    exact: (moment) => exact.format(new Date(moment)),
    ago: (moment) => {
      const distance = new Date(moment).getTime() - Date.now()
      const size = Math.abs(distance)
      if (size < MINUTE) return distanceOf(0, 'second')
      if (size < HOUR) return distanceOf(Math.round(distance / MINUTE), 'minute')
      if (size < 12 * HOUR) return distanceOf(Math.round(distance / HOUR), 'hour')
      const days = daysBetween(new Date(), new Date(moment))
      return Math.abs(days) <= 1 ? distanceOf(days, 'day') : day(moment)
    },
    bytes: (size) => {
      const step = Math.min(Math.floor(Math.log10(Math.max(size, 1)) / 3), units.length - 1)
      const unit = units[step] ?? 'byte'
      const format = new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: step > 1 ? 1 : 0 })
      return format.format(size / 1000 ** step)
    },
    list: (items) => lists.format(items),
    // In its own language, so that whoever reads it knows it.
    locale: (code) => {
      const name = new Intl.DisplayNames([code], { type: 'language', fallback: 'code' }).of(code) ?? code
      return name.charAt(0).toLocaleUpperCase(code) + name.slice(1)
    },
  }
}

function daysBetween(from: Date, to: Date): number {
  const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
  return Math.round((midnight(to) - midnight(from)) / DAY)
}
