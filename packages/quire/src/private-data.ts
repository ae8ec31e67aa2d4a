import { chmod, mkdir } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import type { DatabaseConfig, StorageConfig } from '@quirecms/core'

/**
 * Makes the folder `data` beside the configuration, which holds the default paths, private to its owner with all its
 * content (docs/contract/hosts-and-headers.md#files-of-the-service). Folders elsewhere belong to the operator: new
 * files there are private too, but existing ones are not changed.
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
  // Files of earlier versions or other programs may be readable by others.
  if (databaseFile !== null) for (const ending of ['', '-wal', '-shm']) await restrict(databaseFile + ending, 0o600)
}

/** Fails where the process may not change modes, such as on a mounted volume: the operator has set them. */
async function restrict(path: string, mode: number): Promise<void> {
  await chmod(path, mode).catch(() => undefined)
}
