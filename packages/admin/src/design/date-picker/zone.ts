/** Name of the time zone at a moment (it depends on summer time), and its place. */
export function zoneAt(iso: string | null): { readonly short: string; readonly name: string } {
  const format = new Intl.DateTimeFormat(undefined, { timeZoneName: 'short' })
  const moment = iso === null ? new Date() : new Date(iso)
  const parts = format.formatToParts(Number.isNaN(moment.getTime()) ? new Date() : moment)
  return {
    short: parts.find(({ type }) => type === 'timeZoneName')?.value ?? '',
    name: format.resolvedOptions().timeZone,
  }
}
