import { open } from 'node:fs/promises'

/** Flushes a file, or the entries of a folder, to disk. */
export async function syncToDisk(path: string): Promise<void> {
  try {
    const handle = await open(path)
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch (error) {
    // Windows can't open folders, and flushes their entries itself.
    if (process.platform !== 'win32') throw error
  }
}
