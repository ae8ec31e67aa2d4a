/** Names sort by time, and are valid on every file system. */
export function nameOfBackup(application: string, at: Date, isEncrypted: boolean): string {
  const stamp = at.toISOString().replaceAll(/[-:.]/g, '')
  return `${plain(application)}-${stamp}.tar.zst${isEncrypted ? '.enc' : ''}`
}

/** The backups of this application beyond the newest `keep`; ignores all other files. */
export function outdated(names: readonly string[], application: string, keep: number): string[] {
  return ownNewestFirst(names, application).slice(keep)
}

/** Time of the newest backup of this application; null if there is none. */
export function newestBackup(names: readonly string[], application: string): Date | null {
  const [newest] = ownNewestFirst(names, application)
  const [, date, hour, minute, second, thousandth] = /-(\d{8})T(\d\d)(\d\d)(\d\d)(\d{3})Z\./.exec(newest ?? '') ?? []
  if (date === undefined) return null
  const day = `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`
  return new Date(`${day}T${hour}:${minute}:${second}.${thousandth}Z`)
}

function ownNewestFirst(names: readonly string[], application: string): string[] {
  const own = new RegExp(`^${plain(application)}-\\d{8}T\\d{9}Z\\.tar\\.zst(\\.enc)?$`)
  return names
    .filter((name) => own.test(name))
    .toSorted()
    .toReversed()
}

function plain(application: string): string {
  const name = application.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  return name.replaceAll(/^-|-$/g, '').slice(0, 60) || 'quire'
}
