import { open } from 'node:fs/promises'

/** Waits until a file, or the entries of a folder, are on the disk. */
export async function syncToDisk(path: string): Promise<void> {
  try {
    const handle = await open(path)
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch (error) {
    // Windows doesn't open folders, and keeps their entries by itself.
    if (process.platform !== 'win32') throw error
  }
}
