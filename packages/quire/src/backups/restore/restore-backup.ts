import { createWriteStream, existsSync } from 'node:fs'
import { rmdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { QuireError, type Runtime } from '@quirecms/core'
import { OBJECTS } from '@quirecms/features/commands'
import { WorkFolder } from '@quirecms/files/work-folder'
import { isDatabase, checkpointFile } from '@quirecms/sql/restore'
import { type BackupManifest, DATABASE_PARTS, objectOfPart } from '../archive/manifest.ts'
import { readBackup, type ReadPart } from '../archive/read-archive.ts'
import { storageOf } from '../../open-files.ts'
import { configurationHash } from '../configuration-hash.ts'
import type { Openers } from '../encryption/envelope.ts'
import type { BackupSource } from '../places/backup-place.ts'
import { makeWorkPlace } from '../places/folder-place.ts'
import { TEMPORARY } from '../places/own-temporary-folder.ts'
import { type Need, refuseWithoutSpace } from './disk-space.ts'
import { refuseUnfitting, restoreDatabase } from './restore-database.ts'
import { inspectTarget, openTarget, type RestoreTarget, type TargetState } from './target.ts'

export interface RestoreRequest {
  readonly source: BackupSource
  readonly openers: Openers
  readonly target: RestoreTarget
  /** Replaces existing content. */
  readonly replace: boolean
}

/** Work folder beside the database file. */
const WORK = '.quire-restoring'

/** Verifies a backup completely, without writing. */
export async function checkBackup({
  source,
  openers,
}: Pick<RestoreRequest, 'source' | 'openers'>): Promise<BackupManifest> {
  const { opened } = await import('../encryption/sealed-stream.ts')
  return readBackup(opened(source.open(), openers))
}

/**
 * Restores a backup. First verifies the backup, the target and the disk space; then adds files under unique names; and
 * finally changes the database in one step. A failure leaves the target unchanged.
 */
export async function restoreBackup(request: RestoreRequest): Promise<BackupManifest> {
  const { target, replace } = request
  const manifest = await checkBackup(request)
  const before = await inspectTarget(target)
  refuseOccupied(before, manifest, replace)
  await refuseUnfitting(target, manifest)
  // Throws if another process has the file open.
  if (target.database.dialect === 'sqlite') checkpointFile(target.database.path)
  const parent = workPlaceOf(target)
  await makeWorkPlace(dirname(parent))
  const filesOnly = await openFiles(target)
  const work = await WorkFolder.open(parent)
  try {
    const file = join(work.path, 'database')
    const added: string[] = []
    try {
      await refuseWithoutSpace([
        databaseNeed(target, manifest, parent),
        ...(await filesNeed(target, manifest, filesOnly)),
      ])
      await bringFiles(request, manifest, { file, runtime: filesOnly.runtime, added })
      await restoreDatabase(target, manifest, { file, folder: work.path })
    } catch (error) {
      // Keep the first error. Leftover files are harmless.
      await removeUnknown(target, added, filesOnly).catch(() => undefined)
      throw error
    }
    const restored = new Set(manifest.parts.map(({ name }) => objectOfPart(name)))
    const leftOver = before.objects.filter((key) => !restored.has(key))
    await removeUnknown(target, leftOver, filesOnly)
  } finally {
    await filesOnly.close()
    await work.close()
    // Fails if another restore uses the folder too.
    await rmdir(parent).catch(() => undefined)
  }
  return manifest
}

function refuseOccupied(state: TargetState, { counts }: BackupManifest, replace: boolean): void {
  if (replace) return
  if (!state.isEmpty)
    throw new QuireError(
      'conflict',
      'The database is not empty. Restore to another one with --to-database, or use --replace to replace everything in it.',
    )
  if (state.hasFiles && counts.objects > 0)
    throw new QuireError(
      'conflict',
      'The storage already contains files. Restore to another folder with --to-files, or use --replace.',
    )
}

/** Beside the final file, because files can't be renamed across disks. */
function workPlaceOf({ database }: RestoreTarget): string {
  return database.dialect === 'sqlite' ? join(dirname(database.path), WORK) : join(TEMPORARY, WORK)
}

/** For SQLite, lines are imported into a new file beside the database. */
function databaseNeed(
  { database }: RestoreTarget,
  { parts, database: { form } }: BackupManifest,
  folder: string,
): Need {
  const size = parts.find(({ name }) => name === DATABASE_PARTS[form])?.size ?? 0
  return { what: 'the database', folder, bytes: form === 'lines' && database.dialect === 'sqlite' ? 2 * size : size }
}

/** Existing files need no space, except the largest, which is received before it is compared. */
async function filesNeed(
  { config, root }: RestoreTarget,
  { parts }: BackupManifest,
  { runtime }: OpenFiles,
): Promise<readonly Need[]> {
  const storage = storageOf(config)
  if (storage.kind === 'other') return []
  const sizes = new Map(
    parts.flatMap(({ name, size }) => {
      const key = objectOfPart(name)
      return key === null ? [] : [[key, size] as const]
    }),
  )
  if (sizes.size === 0) return []
  let again = 0
  for await (const key of (await runtime.files()).store.list()) {
    again = Math.max(again, sizes.get(key) ?? 0)
    sizes.delete(key)
  }
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size, again)
  return [{ what: 'the files', folder: resolve(root, storage.path), bytes }]
}

interface OpenFiles {
  readonly runtime: Runtime
  close(): Promise<void>
}

/** Opens the file storage only: the target database may not exist yet. */
async function openFiles(target: RestoreTarget): Promise<OpenFiles> {
  const inMemory = { ...target, database: { dialect: 'sqlite', path: ':memory:' } as const }
  const { app, runtime } = await openTarget(inMemory, { migrate: false })
  return { runtime, close: () => app.close() }
}

interface Bringing {
  /** The temporary database file. */
  readonly file: string
  readonly runtime: Runtime
  /** Keys of added files. */
  readonly added: string[]
}

/** Reads the backup a second time and verifies it again: it may have changed since. */
async function bringFiles(
  { source, openers }: RestoreRequest,
  { parts }: BackupManifest,
  { file, runtime, added }: Bringing,
): Promise<void> {
  const known = new Map(parts.map((part) => [part.name, part]))
  const take = async ({ name, content }: ReadPart) => {
    const part = known.get(name)
    if (!part) throw new QuireError('conflict', 'The backup was changed while it was restored.')
    const key = objectOfPart(name)
    if (key === null) return pipeline(content, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }))
    const files = await runtime.files()
    const work = files.begin()
    try {
      const local = await work.receive(content, Infinity, async () => {})
      if (local.hash !== part.sha256) throw new QuireError('conflict', 'The backup was changed while it was restored.')
      const there = await files.store.open(key, { start: 0, end: 0 })
      there?.destroy()
      if (!there) added.push(key)
      const mimeType = part.mimeType ?? 'application/octet-stream'
      await files.store.put(key, { path: local.path, size: local.size, mimeType })
    } finally {
      await work.end()
    }
  }
  const { opened } = await import('../encryption/sealed-stream.ts')
  await readBackup(opened(source.open(), openers), take)
}

/**
 * Removes those of these files that the target database does not reference. The restore may have succeeded although it
 * reported a failure, because the response to a commit can be lost: so the database is queried. If the query fails,
 * throws and keeps all files.
 */
async function removeUnknown(target: RestoreTarget, keys: readonly string[], { runtime }: OpenFiles): Promise<void> {
  if (keys.length === 0) return
  const known = await knownAmong(target, keys)
  const gone = keys.filter((key) => !known.has(key))
  if (gone.length > 0) await (await runtime.files()).store.remove(gone)
}

async function knownAmong(target: RestoreTarget, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const { database } = target
  // Opening would create it.
  if (database.dialect === 'sqlite' && !(existsSync(database.path) && isDatabase(database.path))) return new Set()
  const { app, runtime } = await openTarget(target, { migrate: false })
  try {
    if (await app.storage.whole?.isEmpty()) return new Set()
    const known = new Set<string>()
    for (const key of keys) if ((await runtime.storage.reader.records.count(OBJECTS.name, { key })) > 0) known.add(key)
    return known
  } finally {
    await app.close()
  }
}

/** Configuration hash of a target, to compare with the backup's. */
export function hashOfTarget({ manifest }: Runtime, { migrations }: RestoreTarget): string {
  return configurationHash(
    manifest,
    migrations.map(({ name }) => name),
  )
}
