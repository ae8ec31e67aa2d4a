import { languageTags, useAppearance } from './appearance.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Formats for numbers, dates and sizes in the user's language. */
export interface Formats {
  /** Language and region, for further formats: `en-GB`. */
  readonly region: string
  /** The day that weeks begin with: 0 is Sunday, 1 is Monday. */
  readonly firstDay: number
  readonly number: (value: number) => string
  /** A share between 0 and 1: "40%", "40 %". */
  readonly percent: (share: number) => string
  /** Near times as a distance (`3 min ago`), others as a date (`12 Nov`, with the year if it differs). */
  readonly ago: (moment: string | Date) => string
  readonly day: (moment: string | Date) => string
  readonly time: (moment: string | Date) => string
  readonly exact: (moment: string | Date) => string
  readonly bytes: (size: number) => string
  /** How long something takes or lasts, in whole days or hours: "30 days". */
  readonly duration: (milliseconds: number) => string
  readonly list: (items: readonly string[]) => string
  /** A label inside of a sentence: "posts" from "Posts", but "Beiträge" in German. */
  readonly inSentence: (label: string) => string
  /** Name of a content language: `Deutsch`. */
  readonly locale: (code: string) => string
}

const made = new Map<string, Formats>()

function formatsOf(language: string): Formats {
  const known = made.get(language)
  if (known) return known
  const formats = make(language)
  made.set(language, formats)
  return formats
}

export function useFormats(): Formats {
  return formatsOf(useAppearance().language)
}

/** The browser's region, if it belongs to the language: "17 November" for `en-GB`. */
function regionOf(language: string): string {
  const base = new Intl.Locale(language).language
  return languageTags(navigator.languages).find((one) => new Intl.Locale(one).language === base) ?? language
}

function make(spoken: string): Formats {
  const language = regionOf(spoken)
  const numbers = new Intl.NumberFormat(language)
  const percents = new Intl.NumberFormat(language, { style: 'percent' })
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' })
  const dayAndMonth = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' })
  const wholeDay = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric' })
  const clock = new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit' })
  const exact = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'medium' })
  const lists = new Intl.ListFormat(language, { type: 'conjunction' })
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

  /** English omits the dot of "min."; other languages keep their abbreviations. */
  const distanceOf = (value: number, unit: Intl.RelativeTimeFormatUnit) => {
    const text = relative.format(value, unit)
    return spoken === 'en' ? text.replace('.', '') : text
  }
  const day = (moment: string | Date) => {
    const date = new Date(moment)
    return (date.getFullYear() === new Date().getFullYear() ? dayAndMonth : wholeDay).format(date)
  }
  return {
    region: language,
    firstDay: firstDayOf(language),
    number: (value) => numbers.format(value),
    percent: (share) => percents.format(share),
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
    duration: (milliseconds) => {
      const unit = milliseconds % DAY === 0 ? 'day' : 'hour'
      const size = unit === 'day' ? DAY : HOUR
      const format = new Intl.NumberFormat(language, {
        style: 'unit',
        unit,
        unitDisplay: 'long',
        maximumFractionDigits: 1,
      })
      return format.format(milliseconds / size)
    },
    list: (items) => lists.format(items),
    inSentence: (label) => (spoken === 'de' ? label : lowerFirst(label, language)),
    // The name of a locale in its own language.
    locale: (code) => {
      const name = new Intl.DisplayNames([code], { type: 'language', fallback: 'code' }).of(code) ?? code
      return name.charAt(0).toLocaleUpperCase(code) + name.slice(1)
    },
  }
}

/** Firefox has no `weekInfo`; Monday is the most common first day. */
function firstDayOf(region: string): number {
  const locale: Intl.Locale & { getWeekInfo?: () => { readonly firstDay: number } } = new Intl.Locale(region)
  return (locale.getWeekInfo?.().firstDay ?? 1) % 7
}

function daysBetween(from: Date, to: Date): number {
  const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
  return Math.round((midnight(to) - midnight(from)) / DAY)
}

/** "posts" from "Posts", but "FAQs" stays. */
export function lowerFirst(text: string, language = 'en'): string {
  return /^\p{Lu}{2}/u.test(text) ? text : text.charAt(0).toLocaleLowerCase(language) + text.slice(1)
}
