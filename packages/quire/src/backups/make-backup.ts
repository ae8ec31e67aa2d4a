import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import { inBackupSnapshot, type Runtime } from '@quirecms/core'
import {
  type ContentDigest,
  digestContent,
  exportLines,
  type ContentExportOptions,
  holdingObjects,
  namedFiles,
  type NamedStoredFile,
} from '@quirecms/features/commands'
import { removeAbandoned, WorkFolder } from '@quirecms/files/work-folder'
import { VERSION } from '../version.ts'
import {
  BACKUP_FORMAT,
  type BackupManifest,
  type BackupPart,
  DATABASE_PARTS,
  type DatabaseForm,
  type FaultyFile,
  objectOfPart,
} from './archive/manifest.ts'
import { archiveOf, type PartToWrite } from './archive/write-archive.ts'
import type { Lock } from './encryption/envelope.ts'
import { ObjectSpool } from './object-spool.ts'
import type { BackupPlace } from './places/backup-place.ts'
import { makeWorkPlace } from './places/folder-place.ts'

export interface BackupRequest {
  readonly place: BackupPlace
  readonly application: string
  readonly configuration: string
  readonly dialect: string
  /** Number of backups to keep; all by default. */
  readonly keep?: number
  readonly lock?: Lock
  readonly withoutUsers: boolean
  readonly stop?: AbortSignal
}

export interface MadeBackup {
  readonly where: string
  readonly size: number
  readonly manifest: BackupManifest
  /** Why PostgreSQL's own tools were not used, if so. */
  readonly note: string | null
  readonly removed: readonly string[]
}

/** The folder for unfinished backups, within a place. */
const WORK = '.quire-backups'
const DAY_MS = 86_400_000

/**
 * Makes a backup of a running service, without blocking writes: a snapshot of the database, and every file that the
 * snapshot references. The backup appears in its place when it is complete; a failure leaves nothing there.
 */
export async function makeBackup(runtime: Runtime, request: BackupRequest): Promise<MadeBackup> {
  const { place, stop } = request
  const name = place.fixedName ?? nameOfBackup(request.application, runtime.clock(), request.lock !== undefined)
  await makeWorkPlace(place.workPlace)
  const parent = join(place.workPlace, WORK)
  await removeAbandoned(parent, new Date(Date.now() - 2 * DAY_MS))
  const work = await WorkFolder.open(parent)
  try {
    const { manifest, note, file } = await holdingObjects(runtime, (lost) =>
      writeBackup(runtime, request, work.path, stop ? AbortSignal.any([stop, lost]) : lost),
    )
    const { size } = await stat(file)
    stop?.throwIfAborted()
    await place.take(file, name)
    // A backup that lacks files does not replace complete ones.
    const removed = manifest.faults.length > 0 ? [] : await prune(request, name)
    return { where: place.describe(name), size, manifest, note, removed }
  } finally {
    await work.close()
  }
}

interface WrittenBackup {
  readonly file: string
  readonly manifest: BackupManifest
  readonly note: string | null
}

async function writeBackup(
  runtime: Runtime,
  request: BackupRequest,
  folder: string,
  stop: AbortSignal,
): Promise<WrittenBackup> {
  const moment = await copyMoment(runtime, request, folder, stop)
  const faults: FaultyFile[] = []
  let manifest: BackupManifest | undefined
  const describe = (parts: readonly BackupPart[]) => (manifest = manifestOf(request, moment, faults, parts))
  const archive = archiveOf(partsOf(runtime, moment, folder, faults), describe)
  const file = join(folder, 'backup.part')
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })
  const compressing = createZstdCompress()
  if (request.lock) {
    const { sealed } = await import('./encryption/sealed-stream.ts')
    const { lock } = request
    await pipeline(archive, compressing, (bytes) => sealed(bytes as AsyncIterable<Uint8Array>, lock), target, {
      signal: stop,
    }).catch(rethrow(stop))
  } else await pipeline(archive, compressing, target, { signal: stop }).catch(rethrow(stop))
  if (!manifest) throw new Error('the backup has no manifest')
  return { file, manifest, note: moment.note }
}

/** If the backup was stopped, throws the reason of the signal instead of the error that it caused. */
function rethrow(stop: AbortSignal): (error: unknown) => never {
  return (error) => {
    stop.throwIfAborted()
    throw error
  }
}

interface Moment {
  readonly at: string
  readonly form: DatabaseForm
  readonly schema: string | null
  readonly path: string
  readonly content: ContentDigest
  readonly files: readonly NamedStoredFile[]
  readonly note: string | null
}

async function copyMoment(
  runtime: Runtime,
  { withoutUsers }: BackupRequest,
  folder: string,
  stop: AbortSignal,
): Promise<Moment> {
  const path = join(folder, 'database')
  await (await open(path, 'wx', 0o600)).close()
  const what = contentOf(runtime, withoutUsers)
  return inBackupSnapshot(runtime, async (seen, copy) => {
    const at = runtime.clock().toISOString()
    // Partial backups export rows: a copy would retain deleted content in free pages.
    const copied = withoutUsers || !copy ? null : await copy(path, stop)
    const form = copied?.form ?? 'lines'
    if (form === 'lines') await writeLines(seen, { ...what, everything: !withoutUsers }, path, stop)
    stop.throwIfAborted()
    const content = await digestContent(seen, what)
    const files: NamedStoredFile[] = []
    for await (const file of namedFiles(seen, what.slugs)) files.push(file)
    stop.throwIfAborted()
    const schema = copied?.form === 'dump' ? copied.schema : null
    return { at, form, schema, path, content, files, note: copied?.form === null ? copied.why : null }
  })
}

/** Contents of a backup: everything, or everything except users and credentials. */
export function contentOf(
  { manifest }: Runtime,
  withoutUsers: boolean,
): Pick<ContentExportOptions, 'secrets' | 'slugs'> {
  if (!withoutUsers) return { secrets: true }
  const { collections, globals } = manifest
  const others = Object.values(collections).filter(({ auth }) => !auth)
  return { secrets: false, slugs: [...others, ...Object.values(globals)].map(({ slug }) => slug) }
}

async function writeLines(
  seen: Runtime,
  options: Omit<ContentExportOptions, 'files'>,
  path: string,
  stop: AbortSignal,
): Promise<void> {
  const target = createWriteStream(path, { flags: 'w' })
  async function* lines() {
    for await (const line of exportLines(seen, { ...options, files: false })) yield line
  }
  await pipeline(lines, target, { signal: stop }).catch(rethrow(stop))
  if (!target.closed) await once(target, 'close')
}

/** The database, then every file. Missing or faulty files are recorded, and don't stop the backup. */
async function* partsOf(
  runtime: Runtime,
  { form, path, files }: Moment,
  folder: string,
  faults: FaultyFile[],
): AsyncGenerator<PartToWrite> {
  yield { name: DATABASE_PARTS[form], content: { path, size: (await stat(path)).size } }
  if (files.length === 0) return
  const { store } = await runtime.files()
  const spool = new ObjectSpool(store, join(folder, 'object'))
  for (const file of files) {
    const { part, fault } = await spool.read(file)
    if (fault && file.document !== null) faults.push({ key: file.key, document: file.document, fault })
    if (part) yield part
  }
}

function manifestOf(
  { application, configuration, dialect, withoutUsers }: BackupRequest,
  { at, form, schema, content }: Moment,
  faults: readonly FaultyFile[],
  parts: readonly BackupPart[],
): BackupManifest {
  const objects = parts.filter(({ name }) => objectOfPart(name) !== null)
  return {
    kind: 'quire-backup',
    format: BACKUP_FORMAT,
    versions: { quire: VERSION, node: process.versions.node },
    application,
    at,
    database: { form, dialect, ...(schema !== null && { schema }) },
    configuration,
    withoutUsers,
    counts: {
      documents: content.documents,
      records: content.records,
      objects: objects.length,
      bytes: objects.reduce((sum, { size }) => sum + size, 0),
    },
    digest: content.digest,
    faults,
    parts,
  }
}

/** Never removes the new backup, even if the clock went back. */
async function prune({ place, application, keep }: BackupRequest, made: string): Promise<readonly string[]> {
  if (keep === undefined || place.fixedName !== null) return []
  const removed = outdated(await place.list(), application, keep).filter((name) => name !== made)
  for (const name of removed) await place.remove(name)
  return removed
}

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
