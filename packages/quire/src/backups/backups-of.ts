import { applicationName } from './application-name.ts'
import type { Call, Feature, QuireConfig } from '@quirecms/core'
import type { Logger } from '@quirecms/server'

interface Surroundings {
  readonly root: string
  readonly log: Logger
  readonly migrations: readonly string[]
}

/** The feature that makes scheduled backups; none if backups are not configured. */
export async function backupsOf(
  { backups, database }: QuireConfig,
  { root, log, migrations }: Surroundings,
): Promise<readonly Feature<Call>[]> {
  if (backups === undefined) return []
  const { scheduledBackups } = await import('./scheduled-backups.ts')
  return [
    scheduledBackups({
      config: backups,
      application: () => applicationName(root),
      log: () => log,
      newest: async () => {
        const { newestBackup, openPlace } = await import('./own-backup.ts')
        const place = await openPlace(backups.to, { base: root, root })
        try {
          return newestBackup(await place.list(), await applicationName(root))
        } finally {
          await place.close()
        }
      },
      make: async ({ runtime }, stop) => {
        // Loaded with the first backup.
        const { makeOwnBackup } = await import('./own-backup.ts')
        return makeOwnBackup(runtime, { root, migrations, backups, dialect: database?.dialect ?? 'sqlite', stop })
      },
    }),
  ]
}
