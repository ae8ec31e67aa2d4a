/** A day of the calendar: `2026-03-01`. */
export type Day = string

/** Formats and parses days and times by the conventions of a region. */
export interface DateText {
  /** `17/11/2026` in `en-GB`, `11/17/2026` in `en-US`. */
  readonly day: (day: Day) => string
  /** Parses a day; undefined if invalid. Without a year, it uses the present one, unless the day must be complete. */
  readonly parseDay: (typed: string, isComplete?: boolean) => Day | undefined
  readonly time: (hours: number, minutes: number) => string
  readonly parseTime: (typed: string, isComplete?: boolean) => readonly [hours: number, minutes: number] | undefined
  /** Examples of the format. */
  readonly examples: { readonly day: string; readonly time: string }
}

const known = new Map<string, DateText>()

export function dateText(region: string): DateText {
  const text = known.get(region) ?? make(region)
  known.set(region, text)
  return text
}

/** Stored values are Gregorian, whatever calendar the region uses. */
const CALENDAR = { calendar: 'gregory' } as const

function make(region: string): DateText {
  const days = new Intl.DateTimeFormat(region, { ...CALENDAR, day: '2-digit', month: '2-digit', year: 'numeric' })
  const times = new Intl.DateTimeFormat(region, { ...CALENDAR, hour: 'numeric', minute: '2-digit' })
  const order = days.formatToParts(new Date(2026, 10, 17)).flatMap(({ type }) => (isPart(type) ? [type] : []))
  const half = (hours: number) =>
    times.formatToParts(new Date(2026, 0, 1, hours)).find(({ type }) => type === 'dayPeriod')?.value ?? ''
  const [morning, evening] = [plain(half(9)), plain(half(21))]
  const time = (hours: number, minutes: number) => times.format(new Date(2026, 0, 1, hours, minutes))
  return {
    day: (day) => days.format(dateOf(day)),
    parseDay: (typed, isComplete = false) => parseDay(typed, order, isComplete),
    time,
    parseTime: (typed, isComplete = false) => {
      const text = plain(typed)
      const isEvening = (evening !== '' && text.includes(evening)) || /p\.?m?\.?$/.test(text)
      const isMorning = !isEvening && ((morning !== '' && text.includes(morning)) || /a\.?m?\.?$/.test(text))
      const [, hours, minutes] = /(\d{1,2})(?:\s?[:.h]?\s?(\d{2}))?(?!\d)/.exec(text) ?? []
      if (hours === undefined || (isComplete && minutes === undefined)) return undefined
      const shift = isEvening && Number(hours) < 12 ? 12 : isMorning && Number(hours) === 12 ? -12 : 0
      const [hour, minute] = [Number(hours) + shift, Number(minutes ?? 0)]
      return hour < 24 && minute < 60 ? [hour, minute] : undefined
    },
    examples: { day: days.format(new Date(2026, 10, 17)), time: time(9, 30) },
  }
}

type DatePart = 'day' | 'month' | 'year'

function isPart(type: string): type is DatePart {
  return type === 'day' || type === 'month' || type === 'year'
}

function parseDay(typed: string, order: readonly DatePart[], isComplete: boolean): Day | undefined {
  const numbers = plain(typed).match(/\d+/g) ?? []
  const [first = ''] = numbers
  // A leading year implies year, month, day in every region.
  const parts: readonly DatePart[] = first.length === 4 ? ['year', 'month', 'day'] : order
  const named = numbers.length === 2 ? parts.filter((part) => part !== 'year') : parts
  if (numbers.length < 2 || numbers.length > 3) return undefined
  const value = (part: DatePart) => numbers[named.indexOf(part)]
  const [year = String(new Date().getFullYear()), month = '', day = ''] = [value('year'), value('month'), value('day')]
  if (isComplete && (numbers.length < 3 || year.length !== 4)) return undefined
  return dayOf(year.length <= 2 ? 2000 + Number(year) : Number(year), Number(month), Number(day))
}

function dayOf(year: number, month: number, day: number): Day | undefined {
  const date = new Date(2000, 0, 1)
  date.setFullYear(year, month - 1, day)
  const isReal = year >= 1 && year <= 9999 && date.getMonth() === month - 1 && date.getDate() === day
  return isReal ? toDay(date) : undefined
}

/** The day at noon, so that a change of clocks can't move it to another day. */
export function dateOf(day: Day): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const noon = new Date(2000, 0, 1, 12)
  noon.setFullYear(year, month - 1, date)
  return noon
}

/** The local day of a date, which may differ from the day in UTC. */
export function toDay(date: Date): Day {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** Normalizes to lower case and ASCII digits, without invisible marks. */
function plain(text: string): string {
  return text
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) % 16))
    .replaceAll(/[\u200e\u200f\u061c]/g, '')
    .replaceAll(/[\s\u00a0\u202f]+/g, ' ')
    .trim()
    .toLowerCase()
}
