import { type BackupsConfig, QuireError, type Runtime } from '@quirecms/core'
import { applicationName } from '../backups/application-name.ts'
import { configurationHash } from '../backups/configuration-hash.ts'
import { listOfFaults } from '../backups/failure-mail.ts'
import type { Lock } from '../backups/encryption/envelope.ts'
import { readPublicKey } from '../backups/encryption/keys.ts'
import { makeBackup } from '../backups/make-backup.ts'
import { openPlace } from '../backups/open-place.ts'
import type { BackupPlace } from '../backups/places/backup-place.ts'
import { explained, readPassphrase, sizeOf } from './backup-words.ts'
import { CommandFailure } from './command-failure.ts'
import type { BackupOptions } from './backup-options.ts'
import type { Application } from './load-application.ts'
import { withApplication } from './with-application.ts'

/** The default place for backups: the private data folder. */
const DEFAULT_PLACE = 'data/backups/'

export async function backup(options: BackupOptions): Promise<void> {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stop.abort(new CommandFailure('The backup was stopped, and nothing was written.')))
  const lock = await lockOf(options)
  await withApplication(options.config, async (runtime, application) => {
    const place = await openBackupPlace(options, application)
    try {
      await makeAndTell(runtime, application, place, { ...options, lock, stop: stop.signal })
    } catch (error) {
      throw explained(error)
    } finally {
      await place.close()
    }
  })
}

interface Making extends BackupOptions {
  readonly lock: Lock | undefined
  readonly stop: AbortSignal
}

async function makeAndTell(
  runtime: Runtime,
  { config, folder, migrations }: Application,
  place: BackupPlace,
  {
    to,
    keep = to === undefined ? config.backups?.keep : undefined,
    lock = lockIn(config.backups),
    withoutUsers,
    stop,
  }: Making,
): Promise<void> {
  if (keep !== undefined && place.fixedName !== null)
    throw new CommandFailure('--keep needs a folder, where older backups are: --to FOLDER')
  const { where, size, manifest, note, removed } = await makeBackup(runtime, {
    place,
    application: await applicationName(folder),
    configuration: configurationHash(
      runtime.manifest,
      migrations.map(({ name }) => name),
    ),
    dialect: config.database?.dialect ?? 'sqlite',
    withoutUsers,
    stop,
    ...(keep !== undefined && { keep }),
    ...(lock && { lock }),
  })
  const { documents, objects } = manifest.counts
  const total = Object.values(documents).reduce((sum, count) => sum + count, 0)
  process.stdout.write(`${where}\n`)
  process.stdout.write(
    `${counted(total, 'document')} and ${counted(objects, 'file')} of ${manifest.at}, ${sizeOf(size)}.\n`,
  )
  for (const name of removed) process.stdout.write(`Removed ${place.describe(name)}\n`)
  if (note !== null) process.stderr.write(`The database was read without pg_dump: ${note}.\n`)
  if (manifest.faults.length === 0) return
  process.stderr.write(
    `These files could not be read as they were stored, so that no older backup was removed:\n${listOfFaults(manifest.faults)}\n`,
  )
  process.exitCode = 1
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

function openBackupPlace({ to }: BackupOptions, { config, folder }: Application): Promise<BackupPlace> {
  if (to !== undefined) return openPlace(to, { base: process.cwd(), root: folder })
  return openPlace(config.backups?.to ?? DEFAULT_PLACE, { base: folder, root: folder })
}

function lockIn(backups: BackupsConfig | undefined): Lock | undefined {
  return backups?.encrypt === undefined ? undefined : { publicKey: backups.encrypt }
}

async function lockOf({ encrypt }: BackupOptions): Promise<Lock | undefined> {
  if (encrypt === undefined) return undefined
  if (encrypt === true) return { passphrase: await readPassphrase('new') }
  try {
    readPublicKey(encrypt)
  } catch (error) {
    throw error instanceof QuireError ? new CommandFailure(error.message) : error
  }
  return { publicKey: encrypt }
}
