import { chmod, mkdir } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import type { DatabaseConfig, StorageConfig } from '@quirecms/core'

/**
 * The folder `data` beside the configuration, where the default paths lead, belongs to its owner alone, together with all that is in it
 * (docs/contract/hosts-and-headers.md#files-of-the-service), whoever made it and with which rights. Folders elsewhere are the operator's:
 * what is made there is private as well, but what is there already stays as it is.
 */
export async function keepDataPrivate(
  root: string,
  database: DatabaseConfig,
  storage: StorageConfig | undefined,
): Promise<void> {
  const folder = resolve(root, 'data')
  const isInside = (path: string) => resolve(root, path).startsWith(folder + sep)
  const databaseFile = database.dialect === 'sqlite' && isInside(database.path) ? resolve(root, database.path) : null
  const holdsFiles = storage?.kind === 'disk' && isInside(storage.path)
  if (databaseFile === null && !holdsFiles) return
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await restrict(folder, 0o700)
  // What was made with the rights of everybody else, by an earlier version or another program.
  if (databaseFile !== null) for (const ending of ['', '-wal', '-shm']) await restrict(databaseFile + ending, 0o600)
}

/** Where that isn't ours to do, such as on a mounted volume, whoever mounted it has decided. */
async function restrict(path: string, mode: number): Promise<void> {
  await chmod(path, mode).catch(() => undefined)
}
