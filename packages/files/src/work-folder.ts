import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const LOCK = 'lock'

/** SQLite's primary result code for a lock that another connection holds. */
const BUSY = 5

/**
 * A folder for the files of one piece of work. It holds a lock on a file in the folder, which the operating system
 * releases when the process dies. So cleanup can tell whether the folder is in use, also by another container or
 * machine. Node has no file locks, so SQLite takes the lock; its file stays empty.
 */
export class WorkFolder {
  readonly path: string
  readonly #lock: DatabaseSync | null

  private constructor(path: string, lock: DatabaseSync | null) {
    this.path = path
    this.#lock = lock
  }

  /** Creates `parent` but not its own parents: if they are gone, so is the storage. */
  static async open(parent: string): Promise<WorkFolder> {
    for (;;) {
      await makeFolder(parent)
      const path = join(parent, randomUUID())
      await mkdir(path, { mode: 0o700 })
      const file = join(path, LOCK)
      await (await open(file, 'wx', 0o600)).close()
      const held = hold(file)
      // A concurrent cleanup may have taken the new folder for abandoned before it was locked.
      if (held !== 'busy' && existsSync(file)) return new WorkFolder(path, held)
    }
  }

  async close(): Promise<void> {
    try {
      // Windows cannot remove an open file. Elsewhere, the lock is held until everything is removed.
      if (process.platform === 'win32') this.#lock?.close()
      await rm(this.path, { recursive: true, force: true })
    } finally {
      if (this.#lock?.isOpen) this.#lock.close()
    }
  }
}

/** Returns null if the file system has no locks. */
function hold(file: string): DatabaseSync | 'busy' | null {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file, { timeout: 0 })
    database.exec('pragma journal_mode = memory; begin exclusive')
    return database
  } catch (error) {
    database?.close()
    if (((error as { errcode?: number }).errcode ?? 0) % 256 === BUSY) return 'busy'
    return existsSync(file) ? null : 'busy'
  }
}

/** Removes the folders of dead processes. Without locks, removes folders older than `before`. */
export async function removeAbandoned(parent: string, before: Date): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    const path = join(parent, name)
    const lock = await lockOfDead(join(path, LOCK))
    try {
      if (lock || (await isOlder(path, before))) await rm(path, { recursive: true, force: true })
    } finally {
      lock?.close()
    }
  }
}

/** Takes over the lock of a dead process; null if it is held or missing. */
async function lockOfDead(file: string): Promise<DatabaseSync | null> {
  // SQLite would create the file.
  if (!existsSync(file)) return null
  const held = hold(file)
  return held === 'busy' ? null : held
}

async function isOlder(path: string, before: Date): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found !== null && found.mtime < before
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
