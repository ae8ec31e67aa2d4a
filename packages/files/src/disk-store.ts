import { constants } from 'node:fs'
import { chmod, copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type FileToStore, isObjectKey, type ObjectStore, syncToDisk } from '@quirecms/core'
import { probeFolder } from './probe-folder.ts'
import { WorkFolder } from './work-folder.ts'

/** Differs from every fan-out folder. */
const WORK_FOLDER = '.incoming'

/**
 * Files are read only through the service, which applies the access rules. Other users of the machine have no access.
 */
const OWNER_ONLY = { folder: 0o700, file: 0o600 }

/**
 * Stores objects as files in fan-out folders: `ab/cd/abcd….png`. `put` is durable and atomic: the file is synced, then
 * renamed, then its folder is synced. The root is created once at the start: if it vanishes later, its disk is gone,
 * and nothing may be stored in its place.
 */
export async function diskStore(root: string): Promise<ObjectStore> {
  const workFolder = join(root, WORK_FOLDER)
  await mkdir(root, { recursive: true, mode: OWNER_ONLY.folder })

  function fileOf(key: string): string {
    // Callers have checked this already. A path from an unchecked key would be too dangerous.
    if (!isObjectKey(key)) throw new Error('this is not the key of an object')
    return join(root, key.slice(0, 2), key.slice(2, 4), key)
  }

  async function takeIn(path: string, key: string): Promise<void> {
    const target = fileOf(key)
    await chmod(path, OWNER_ONLY.file)
    await syncToDisk(path)
    await makeFolder(dirname(dirname(target)))
    await makeFolder(dirname(target))
    await rename(path, target)
    await syncToDisk(dirname(target))
  }

  async function copyIn(path: string, key: string): Promise<void> {
    const folder = await WorkFolder.open(workFolder)
    try {
      const copy = join(folder.path, key)
      await copyFile(path, copy, constants.COPYFILE_FICLONE)
      await takeIn(copy, key)
    } finally {
      await folder.close()
    }
  }

  return {
    workFolder,
    async put(key: string, { path }: FileToStore) {
      try {
        await takeIn(path, key)
      } catch (error) {
        if (codeOf(error) !== 'EXDEV') throw error
        await copyIn(path, key)
        await rm(path, { force: true })
      }
    },
    async open(key, range) {
      const handle = await unlessMissing(open(fileOf(key)))
      return handle?.createReadStream(range) ?? null
    },
    async copy(from, to) {
      const source = await unlessMissing(open(fileOf(from)))
      await source?.close()
      if (source) await copyIn(fileOf(from), to)
      return source !== null
    },
    async remove(keys) {
      for (const key of keys) await rm(fileOf(key), { force: true })
    },
    async *list() {
      for await (const file of filesBelow(root, 2)) if (isObjectKey(file)) yield file
    },
    check: () => probeFolder(root),
    async close() {},
  }
}

/** Creates this folder but not its parents: if they are gone, the disk is. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: OWNER_ONLY.folder })
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return
    throw error
  }
  await syncToDisk(dirname(folder))
}

async function* filesBelow(folder: string, levels: number): AsyncGenerator<string> {
  for (const entry of (await unlessMissing(readdir(folder, { withFileTypes: true }))) ?? []) {
    if (levels === 0 && entry.isFile()) yield entry.name
    else if (levels > 0 && entry.isDirectory() && entry.name !== WORK_FOLDER)
      yield* filesBelow(join(folder, entry.name), levels - 1)
  }
}

async function unlessMissing<T>(result: Promise<T>): Promise<T | null> {
  try {
    return await result
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

function codeOf(error: unknown): unknown {
  return (error as NodeJS.ErrnoException).code
}
