const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:\d{2}))?$/

/**
 * Parses an ISO 8601 date (midnight UTC) or date-time with offset. Returns UTC with milliseconds, the only stored form,
 * whose text order is the chronological order. Undefined for anything that is not a real date of the years 1 to 9999.
 */
export function parseInstant(text: string): string | undefined {
  if (isStoredForm(text)) return text
  const match = ISO.exec(text)
  if (!match) return undefined
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] = match
  // Date.parse is lenient about the day ("February 30th" rolls over), so compare the parts with the result.
  const midnight = new Date(`${year}-${month}-${day}T00:00:00.000Z`)
  if (Number.isNaN(midnight.getTime()) || midnight.getUTCDate() !== Number(day)) return undefined
  const time = Date.parse(
    `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}${zone}`,
  )
  if (Number.isNaN(time) || hour === '24') return undefined
  const instant = new Date(time).toISOString()
  return /^(?!0000)\d{4}-/.test(instant) ? instant : undefined
}

const STORED = /^(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/
const SHORTEST_MONTH = 28
let lastStored: string | undefined

/**
 * Fast path: most clients send the stored form. The last one is cached, because a value is first checked and then
 * normalized.
 */
function isStoredForm(text: string): boolean {
  if (text === lastStored) return true
  const [, day] = STORED.exec(text) ?? []
  if (day === undefined || day === '00') return false
  if (Number(day) > SHORTEST_MONTH && !isRealDay(text)) return false
  lastStored = text
  return true
}

/** `Date` rolls February 30th over, and `toJSON` of an invalid date is null. */
function isRealDay(text: string): boolean {
  return new Date(text).toJSON() === text
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Whether this is a calendar date in its stored form: `2026-03-01`. */
export function isDay(text: string): boolean {
  return DAY.test(text) && parseInstant(text) !== undefined
}
