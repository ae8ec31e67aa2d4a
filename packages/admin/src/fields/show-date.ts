import type { Formats } from '../words/formats.ts'

export function showDate(value: string, isDay: boolean, formats: Formats): string {
  return isDay ? formats.day(`${value}T12:00:00`) : `${formats.day(value)}, ${formats.time(value)}`
}
