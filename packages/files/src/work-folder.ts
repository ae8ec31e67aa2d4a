import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const LOCK = 'lock'

/** SQLite's primary code for "somebody else has it". */
const BUSY = 5

/**
 * A folder for the files of one piece of work. While the work lasts, it holds a lock on a file in there, which the operating system
 * lets go of when the process dies, however it dies. So whoever finds the folder knows whether anybody still needs it, in another
 * container and on another machine too. Node has no locks on files, and SQLite has them on every platform: its file stays empty.
 */
export class WorkFolder {
  readonly path: string
  readonly #lock: DatabaseSync | null

  private constructor(path: string, lock: DatabaseSync | null) {
    this.path = path
    this.#lock = lock
  }

  /** `parent` is made, the folder around it is not: if that is gone, so is the storage. */
  static async open(parent: string): Promise<WorkFolder> {
    for (;;) {
      await makeFolder(parent)
      const path = join(parent, randomUUID())
      await mkdir(path, { mode: 0o700 })
      const file = join(path, LOCK)
      await (await open(file, 'wx', 0o600)).close()
      const held = hold(file)
      // Somebody who cleans up may have come before us, and takes it for abandoned.
      if (held !== 'busy' && existsSync(file)) return new WorkFolder(path, held)
    }
  }

  async close(): Promise<void> {
    try {
      // Windows removes no file that is open. Elsewhere, nobody may take the lock before everything is gone.
      if (process.platform === 'win32') this.#lock?.close()
      await rm(this.path, { recursive: true, force: true })
    } finally {
      if (this.#lock?.isOpen) this.#lock.close()
    }
  }
}

/** Null where the file system knows no locks. */
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

/** Removes what dead processes left. Where that cannot be told, what is older than `before`. */
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

/** The lock of a process that is gone, held. */
async function lockOfDead(file: string): Promise<DatabaseSync | null> {
  // SQLite would make the file.
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
