import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { QuireError, syncToDisk } from '@quirecms/core'

const BESIDE = ['-wal', '-shm'] as const

/** Other processes may close the file within this time. */
const PATIENCE_MS = 2_000

/**
 * Checkpoints the log into the database file, removes the log, and checks that no process has the file open. Throws
 * `conflict` if one has. Returns false for a file that is not a valid database, and leaves it as it is.
 */
export function checkpointFile(path: string): boolean {
  if (!existsSync(path)) return true
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path, { timeout: PATIENCE_MS })
    const mode = database.prepare('pragma journal_mode = delete').get()?.['journal_mode']
    if (mode !== 'delete') throw inUse()
    database.exec('begin exclusive; rollback')
    return true
  } catch (error) {
    if (error instanceof QuireError) throw error
    if (isBusyFailure(error)) throw inUse(error)
    return false
  } finally {
    database?.close()
  }
}

function inUse(cause?: unknown): QuireError {
  return new QuireError(
    'conflict',
    'The database is in use. First stop the service and all other programs that use the file.',
    {
      cause,
    },
  )
}

/** Replaces one database file with another that no process has open. At every moment, one of the two exists. */
export async function replaceFile(from: string, to: string): Promise<void> {
  await syncToDisk(from)
  if (!checkpointFile(to)) await setAside(to)
  for (const ending of BESIDE) await rm(to + ending, { force: true })
  await rename(from, to)
  // The new file is in place: on an error, the caller would restore files that belong to the old one.
  await syncToDisk(dirname(to)).catch(() => undefined)
}

/** Moves an unreadable file aside instead of deleting it: it may be all that is left. */
async function setAside(path: string): Promise<void> {
  const aside = `${path}.broken-${new Date().toISOString().replaceAll(/[-:.]/g, '')}`
  for (const ending of BESIDE) if (existsSync(path + ending)) await rename(path + ending, aside + ending)
  await rename(path, aside)
}

/** Whether SQLite can read the file at all. */
export function isDatabase(path: string): boolean {
  try {
    const database = new DatabaseSync(path, { readOnly: true, timeout: PATIENCE_MS })
    database.prepare('select count(*) from sqlite_schema').get()
    database.close()
    return true
  } catch (error) {
    return isBusyFailure(error)
  }
}

/** SQLITE_BUSY and SQLITE_LOCKED: another process has the file open. */
function isBusyFailure(error: unknown): boolean {
  return [5, 6].includes(((error as { errcode?: number }).errcode ?? 0) % 256)
}

export function checkFile(path: string): void {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    const found = database.prepare('pragma quick_check(1)').get()?.['quick_check']
    if (found !== 'ok') throw new QuireError('validation', `The copy of the database is damaged: ${String(found)}`)
  } finally {
    database.close()
  }
}
