import { lstat, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { QuireError } from '@quirecms/core'

/**
 * Fallback for temporary files. The system's temporary folder is shared, so each user of the machine has a separate
 * one.
 */
export const TEMPORARY = join(tmpdir(), `quire-backups-${process.getuid?.() ?? 'own'}`)

/**
 * Refuses a folder of another owner, or one that others can access: they could read a database there, or replace it.
 */
export async function makeTemporaryFolder(folder = TEMPORARY): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const found = await lstat(folder)
  const isOurs = found.uid === (process.getuid?.() ?? found.uid)
  // Windows has no mode bits, and a temporary folder for each user.
  const isClosed = process.platform === 'win32' || (found.mode & 0o077) === 0
  if (found.isDirectory() && isOurs && isClosed) return
  throw new QuireError(
    'unavailable',
    `${folder} belongs to another user, or others may read it. Remove it, or choose another place with TMPDIR.`,
  )
}
