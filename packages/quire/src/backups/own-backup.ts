import type { BackupsConfig, Runtime } from '@quirecms/core'
import { applicationName } from './application-name.ts'
import { configurationHash } from './configuration-hash.ts'
import { type BackupRequest, makeBackup, type MadeBackup } from './make-backup.ts'
import { openPlace } from './open-place.ts'

// Bundled here: everything that a service needs for its own backups.
export { newestBackup } from './make-backup.ts'
export { openPlace }

interface OwnBackup extends Pick<BackupRequest, 'dialect'> {
  readonly stop: AbortSignal
  readonly root: string
  readonly migrations: readonly string[]
  readonly backups: BackupsConfig
}

/** A backup that the service makes, as configured. */
export async function makeOwnBackup(
  runtime: Runtime,
  { root, migrations, backups: { to, keep, encrypt }, dialect, stop }: OwnBackup,
): Promise<MadeBackup> {
  const place = await openPlace(to, { base: root, root })
  try {
    return await makeBackup(runtime, {
      place,
      application: await applicationName(root),
      configuration: configurationHash(runtime.manifest, migrations),
      dialect,
      withoutUsers: false,
      stop,
      ...(keep !== undefined && { keep }),
      ...(encrypt !== undefined && { lock: { publicKey: encrypt } }),
    })
  } finally {
    await place.close()
  }
}
