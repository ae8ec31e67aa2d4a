import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atOneMoment, type SqlDatabaseConfig } from '@quirecms/core'
import { digestContent } from '@quirecms/features/commands'
import { type Scratch, scratchDatabase } from '@quirecms/sql/restore'
import type { BackupManifest } from '../backups/archive/manifest.ts'
import { listOfFaults } from '../backups/failure-mail.ts'
import { contentOf } from '../backups/make-backup.ts'
import { openSource } from '../backups/open-place.ts'
import type { BackupSource } from '../backups/places/backup-place.ts'
import { checkBackup, hashOfTarget, restoreBackup } from '../backups/restore/restore-backup.ts'
import { openTarget, restoreTarget, type RestoreTarget } from '../backups/restore/target.ts'
import { explained, openersOf, sizeOf } from './backup-words.ts'
import { CommandFailure } from './command-failure.ts'
import type { VerifyOptions } from './backup-options.ts'
import { checkAll } from './doctor.ts'
import { type Application, loadApplication } from './load-application.ts'
import { databaseAt } from './restore.ts'

/** `quire backup verify`: restores a backup temporarily. */
export async function verifyBackup(options: VerifyOptions): Promise<void> {
  const application = await loadApplication(options.config)
  const folder = await mkdtemp(join(tmpdir(), 'quire-verify-'))
  try {
    const source = await openSource(options.file, { base: process.cwd(), root: application.folder })
    try {
      await verifyIn(folder, application, source, options)
    } finally {
      await source.close()
    }
  } catch (error) {
    throw explained(error)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function verifyIn(
  folder: string,
  application: Application,
  source: BackupSource,
  { file, key, toDatabase }: VerifyOptions,
): Promise<void> {
  const openers = openersOf(key)
  const manifest = await checkBackup({ source, openers })
  const scratch = manifest.database.form === 'dump' ? await scratchFor(application, toDatabase) : null
  try {
    const database: SqlDatabaseConfig = scratch
      ? { dialect: 'postgres', url: scratch.url }
      : { dialect: 'sqlite', path: join(folder, 'restored.db') }
    const target = restoreTarget({ ...application, database, files: join(folder, 'files') })
    await restoreBackup({ source, openers, target, replace: false })
    const isSound = await examineRestored(target, manifest)
    tellContents(manifest)
    process.stdout.write(isSound ? `${file} is sound: it was restored and checked.\n` : `${file} is not sound.\n`)
    if (!isSound) process.exitCode = 1
  } finally {
    await scratch?.remove()
  }
}

/** A dump needs a server. */
async function scratchFor({ config }: Application, toDatabase: string | undefined): Promise<Scratch> {
  const database = toDatabase === undefined ? config.database : databaseAt(toDatabase)
  const url = database?.dialect === 'postgres' ? database.url : undefined
  const advice =
    'Name a PostgreSQL server whose user may create databases: --to-database postgres://USER:PASSWORD@HOST/NAME'
  if (url === undefined)
    throw new CommandFailure(`All checksums are correct, but only PostgreSQL can read the dump. ${advice}`)
  try {
    return await scratchDatabase(url)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new CommandFailure(
      `All checksums are correct, but no database could be created to restore the dump to: ${why}. ${advice}`,
    )
  }
}

/** Runs all checks of the doctor, and compares the digest with the backup's. */
async function examineRestored(target: RestoreTarget, manifest: BackupManifest): Promise<boolean> {
  const { app, runtime } = await openTarget(target, { migrate: true })
  try {
    const wrong = await atOneMoment(runtime, (seen) => checkAll(seen, false, true))
    if (hashOfTarget(runtime, target) !== manifest.configuration) {
      process.stdout.write('The configuration has changed since the backup, so its content was not compared.\n')
      return wrong === 0
    }
    const { digest } = await digestContent(runtime, contentOf(runtime, manifest.withoutUsers))
    const isSame = digest === manifest.digest
    process.stdout.write(isSame ? 'ok      content\n' : 'wrong   content: it differs from what was backed up\n')
    return wrong === 0 && isSame
  } finally {
    await app.close()
  }
}

function tellContents({
  application,
  at,
  versions,
  database,
  configuration,
  counts,
  withoutUsers,
  faults,
}: BackupManifest): void {
  const lines = [
    `${application} at ${at}, by Quire ${versions.quire} from ${database.dialect}, configuration ${configuration.slice(0, 12)}`,
    ...Object.entries(counts.documents).map(([table, count]) => `  ${table}: ${count}`),
    `  files: ${counts.objects}, ${sizeOf(counts.bytes)}`,
    ...(withoutUsers ? ['  without users'] : []),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  if (faults.length > 0)
    process.stdout.write(
      `When it was made, these files could not be read as they were stored:\n${listOfFaults(faults)}\n`,
    )
}
