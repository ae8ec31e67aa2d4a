import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** More than any file system keeps beside its blocks, so that a full disk shows. */
const PROBE = Buffer.alloc(64 * 1024)

/** The same name each time: what a process leaves that dies in between, the next probe removes. */
const NAME = '.probe'

/** Rejects while no file can be written in a folder: it is gone, not ours, read-only, or its disk is full. Makes no folder. */
export async function probeFolder(folder: string): Promise<void> {
  const path = join(folder, NAME)
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(PROBE)
    // Some file systems find out only now that there is no room.
    await file.datasync()
  } finally {
    await file.close()
    await rm(path, { force: true })
  }
}
