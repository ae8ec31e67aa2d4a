import { resolve } from 'node:path'
import { atOneMoment, type SqlDatabaseConfig } from '@quirecms/core'
import { openSource } from '../backups/open-place.ts'
import { restoreBackup } from '../backups/restore/restore-backup.ts'
import { openTarget, restoreTarget } from '../backups/restore/target.ts'
import { DATABASE_URL_FORM, parseDatabaseUrl } from '../database-url.ts'
import { missingMigrations } from '../readiness.ts'
import { explained, openersOf } from './backup-words.ts'
import { CommandFailure } from './command-failure.ts'
import type { RestoreOptions } from './backup-options.ts'
import { checkAll } from './doctor.ts'
import { loadApplication } from './load-application.ts'

export async function restore({ config, file, toDatabase, toFiles, replace, key }: RestoreOptions): Promise<void> {
  const database = toDatabase === undefined ? undefined : databaseAt(toDatabase)
  const application = await loadApplication(config)
  const target = restoreTarget({
    ...application,
    ...(database && { database }),
    ...(toFiles !== undefined && { files: resolve(toFiles) }),
  })
  try {
    const source = await openSource(file, { base: process.cwd(), root: application.folder })
    try {
      const manifest = await restoreBackup({ source, openers: openersOf(key), target, replace })
      process.stdout.write(`Restored ${manifest.application} as it was at ${manifest.at}.\n`)
    } finally {
      await source.close()
    }
  } catch (error) {
    throw explained(error)
  }
  const { app, runtime } = await openTarget(target, { migrate: false })
  try {
    const missing = await missingMigrations(app.storage)
    if (missing.length > 0) {
      process.stdout.write(
        `The configuration has changed since the backup was made. Run 'quire migrate', and then 'quire doctor'.\n`,
      )
      return
    }
    const wrong = await atOneMoment(runtime, (seen) => checkAll(seen, false, false))
    if (wrong > 0) process.exitCode = 1
  } finally {
    await app.close()
  }
}

export function databaseAt(url: string): SqlDatabaseConfig {
  const database = parseDatabaseUrl(url)
  if (!database) throw new CommandFailure(`--to-database ${DATABASE_URL_FORM}.`)
  return database
}
