import type { BackupPlace, BackupSource } from './places/backup-place.ts'
import { fileSource, folderPlace } from './places/folder-place.ts'
import { isS3, s3Place, s3Source } from './places/s3-place.ts'
import { open } from 'node:fs/promises'
import { QuireError } from '@quirecms/core'
import { ENVELOPE } from './encryption/envelope.ts'

/**
 * Opens a destination: a file, a folder, or `s3://…`. Relative paths start at `base`; packages are resolved from
 * `root`.
 */
export async function openPlace(given: string, { base, root }: Bases): Promise<BackupPlace> {
  if (isS3(given)) return s3Place(root, given)
  const place = folderPlace(base, given)
  if (place.fixedName !== null) await refuseOtherFile(place.describe(place.fixedName))
  return place
}

export async function openSource(given: string, { base, root }: Bases): Promise<BackupSource> {
  if (!isS3(given)) return fileSource(base, given)
  return s3Source(root, given)
}

export interface Bases {
  readonly base: string
  readonly root: string
}

/** Magic number of Zstandard. */
const ZSTANDARD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/**
 * A backup may overwrite an older backup or an empty file, but no other file that was named by mistake, such as the
 * database.
 */
async function refuseOtherFile(path: string): Promise<void> {
  let file: Awaited<ReturnType<typeof open>>
  try {
    file = await open(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(ENVELOPE.length), 0)
    const isBackup = buffer.subarray(0, ZSTANDARD.length).equals(ZSTANDARD) || buffer.toString('latin1') === ENVELOPE
    if (bytesRead === 0 || isBackup) return
  } finally {
    await file.close()
  }
  throw new QuireError('conflict', `${path} exists already and is not a backup. Choose another name, or remove it.`)
}
