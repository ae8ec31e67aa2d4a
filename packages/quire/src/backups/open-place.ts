import { refuseOtherFile } from './places/other-file.ts'
import type { BackupPlace, BackupSource } from './places/backup-place.ts'
import { fileSource, folderPlace } from './places/folder-place.ts'
import { isS3, s3Place, s3Source } from './places/s3-place.ts'

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
