/** As `datetime-local` takes it: in the reader's own time, without a zone. */
export function toLocal(iso: string): string {
  const moment = new Date(iso)
  if (Number.isNaN(moment.getTime())) return ''
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString()
  // Seconds only where there are some: inputs show them then.
  return local.slice(0, local.slice(17, 23) === '00.000' ? 16 : 23)
}

/** What was entered, as the service stores it: a day as it is, a moment in UTC. Undefined if it is none. */
export function parseMoment(typed: string, isDay: boolean): string | undefined {
  if (typed === '') return undefined
  if (isDay) return /^\d{4}-\d\d-\d\d$/.test(typed) ? typed : undefined
  const moment = new Date(typed)
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}

/** The day of the calendar where the reader is, which near midnight is not that of UTC. */
export function today(now = new Date()): string {
  const part = (value: number) => String(value).padStart(2, '0')
  return `${now.getFullYear()}-${part(now.getMonth() + 1)}-${part(now.getDate())}`
}

/** The zone at a moment, since summers have another one: its short name, and the place that it is named after. */
export function zoneAt(iso: string | undefined): { readonly short: string; readonly name: string } {
  const format = new Intl.DateTimeFormat(undefined, { timeZoneName: 'short' })
  const moment = iso === undefined ? new Date() : new Date(iso)
  const parts = format.formatToParts(Number.isNaN(moment.getTime()) ? new Date() : moment)
  return {
    short: parts.find(({ type }) => type === 'timeZoneName')?.value ?? '',
    name: format.resolvedOptions().timeZone,
  }
}
