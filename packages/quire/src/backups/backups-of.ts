import { applicationName } from './application-name.ts'
import type { Call, Feature, QuireConfig } from '@quire/core'
import type { Logger } from '@quire/server'
import { scheduledBackups } from './scheduled-backups.ts'

interface Surroundings {
  readonly root: string
  readonly log: Logger
  /** The names of data migrations. */
  readonly migrations: readonly string[]
}

/** The feature of an application that makes backups by itself; none where nobody asks for them. */
export function backupsOf(
  { backups, database }: QuireConfig,
  { root, log, migrations }: Surroundings,
): readonly Feature<Call>[] {
  if (backups === undefined) return []
  return [
    scheduledBackups({
      config: backups,
      application: () => applicationName(root),
      log: () => log,
      make: async ({ runtime }, stop) => {
        // Loaded when the first one is made.
        const [{ makeBackup }, { openPlace }, { configurationHash }] = await Promise.all([
          import('./make-backup.ts'),
          import('./open-place.ts'),
          import('./configuration-hash.ts'),
        ])
        const { to, keep, encrypt } = backups
        const place = await openPlace(to, { base: root, root })
        try {
          return await makeBackup(runtime, {
            place,
            application: await applicationName(root),
            configuration: configurationHash(runtime.manifest, migrations),
            dialect: database?.dialect ?? 'sqlite',
            withoutUsers: false,
            stop,
            ...(keep !== undefined && { keep }),
            ...(encrypt !== undefined && { lock: { publicKey: encrypt } }),
          })
        } finally {
          await place.close()
        }
      },
    }),
  ]
}
