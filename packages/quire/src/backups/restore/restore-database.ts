import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { QuireError, type Runtime, type SqlDatabaseConfig } from '@quirecms/core'
import { exportLines, importLines } from '@quirecms/features/commands'
import { checkFile, replaceFile, restoreDump, checkpointFile } from '@quirecms/sql/restore'
import type { BackupManifest } from '../archive/manifest.ts'
import { configurationHash } from '../configuration-hash.ts'
import { openTarget, type RestoreTarget } from './target.ts'

/** Throws before any change if the backup doesn't fit the target. */
export async function refuseUnfitting(
  target: RestoreTarget,
  { database, configuration }: BackupManifest,
): Promise<void> {
  if (database.form === 'dump' && target.database.dialect !== 'postgres')
    throw new QuireError(
      'validation',
      'This backup holds a dump of PostgreSQL. Restore it to PostgreSQL: --to-database postgres://USER:PASSWORD@HOST/NAME',
    )
  if (database.form !== 'lines') return
  const { app } = await openTarget({ ...target, database: IN_MEMORY }, { migrate: false })
  const hash = configurationHash(
    app.manifest,
    target.migrations.map(({ name }) => name),
  )
  await app.close()
  if (hash !== configuration)
    throw new QuireError(
      'conflict',
      'This backup was made with another configuration. Restore it with the code of that time, then migrate.',
    )
}

const IN_MEMORY: SqlDatabaseConfig = { dialect: 'sqlite', path: ':memory:' }

interface Received {
  readonly file: string
  /** For temporary files, on the disk of the target. */
  readonly folder: string
}

/** Replaces the target database in one step. */
export async function restoreDatabase(
  target: RestoreTarget,
  manifest: BackupManifest,
  { file, folder }: Received,
): Promise<void> {
  const { database } = target
  const { form } = manifest.database
  if (form === 'dump') {
    if (database.dialect !== 'postgres') throw new Error('refused before')
    return restoreDump(database.url ?? '', {
      dump: file,
      schema: manifest.database.schema ?? 'public',
      workFolder: folder,
    })
  }
  if (form === 'sqlite') checkFile(file)
  if (database.dialect !== 'sqlite') return intoStorage(target, manifest, { file, folder })
  if (form === 'sqlite') return replaceFile(file, database.path)
  const fresh = { ...target, database: { ...database, path: join(folder, 'restored.db') } }
  await intoStorage(fresh, manifest, { file, folder })
  checkpointFile(fresh.database.path)
  return replaceFile(fresh.database.path, database.path)
}

/** Fills a storage in one transaction. */
async function intoStorage(target: RestoreTarget, manifest: BackupManifest, { file }: Received): Promise<void> {
  const { app, runtime } = await openTarget(target, { migrate: true })
  try {
    if (!app.storage.whole) throw new Error('refused before')
    const everything = !manifest.withoutUsers
    await app.storage.whole.refill(async (tx) => {
      // Run the import inside of this transaction.
      const transaction: Runtime['storage']['transaction'] = (work) => tx.nested(() => work(tx))
      const within: Runtime = { ...runtime, storage: { ...runtime.storage, reader: tx, transaction } }
      await withLines(target, manifest, file, (lines) => importLines(within, lines, { merge: false, everything }))
    })
  } finally {
    await app.close()
  }
}

/** The lines of the backup, or an export of its database after migration. */
async function withLines(
  target: RestoreTarget,
  { database }: BackupManifest,
  file: string,
  take: (lines: AsyncIterable<string>) => Promise<unknown>,
): Promise<void> {
  if (database.form === 'lines') {
    await take(createInterface({ input: createReadStream(file), crlfDelay: Infinity }))
    return
  }
  const { app, runtime } = await openTarget(
    { ...target, database: { dialect: 'sqlite', path: file } },
    { migrate: true },
  )
  try {
    await take(exportLines(runtime, { secrets: true, files: false, everything: true }))
  } finally {
    await app.close()
  }
}
