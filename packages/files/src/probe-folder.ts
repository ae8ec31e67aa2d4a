import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Larger than what a file system stores beside its blocks, so that a full disk is detected. */
const PROBE = Buffer.alloc(64 * 1024)

/** Fixed name: the next probe removes the file of a process that died. */
const NAME = '.probe'

/**
 * Rejects if no file can be written in the folder: missing, no permission, read-only or full. Does not create the
 * folder.
 */
export async function probeFolder(folder: string): Promise<void> {
  const path = join(folder, NAME)
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(PROBE)
    // Some file systems report a full disk only here.
    await file.datasync()
  } finally {
    await file.close()
    await rm(path, { force: true })
  }
}
