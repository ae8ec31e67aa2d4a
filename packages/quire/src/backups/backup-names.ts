/** Sorted by name, backups are sorted by time. Every file system takes such names. */
export function nameOfBackup(application: string, at: Date, isEncrypted: boolean): string {
  const stamp = at.toISOString().replaceAll(/[-:.]/g, '')
  return `${plain(application)}-${stamp}.tar.zst${isEncrypted ? '.enc' : ''}`
}

/** Those of this application beyond the newest; whatever else is in the place is nobody's business here. */
export function outdated(names: readonly string[], application: string, keep: number): string[] {
  const own = new RegExp(`^${plain(application)}-\\d{8}T\\d{9}Z\\.tar\\.zst(\\.enc)?$`)
  return names
    .filter((name) => own.test(name))
    .toSorted()
    .toReversed()
    .slice(keep)
}

function plain(application: string): string {
  const name = application.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  return name.replaceAll(/^-|-$/g, '').slice(0, 60) || 'quire'
}
