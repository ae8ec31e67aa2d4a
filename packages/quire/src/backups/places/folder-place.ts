import { createReadStream, statSync } from 'node:fs'
import { chmod, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, extname, join, resolve, sep } from 'node:path'
import { syncToDisk } from '@quirecms/core'
import type { BackupPlace, BackupSource } from './backup-place.ts'
import { makeTemporaryFolder, TEMPORARY } from './own-temporary-folder.ts'

/** A folder or a file: a path with an extension is a file, unless such a folder exists. */
export function folderPlace(root: string, given: string): BackupPlace {
  const path = resolve(root, given)
  const isFolder = given.endsWith('/') || given.endsWith(sep) || extname(path) === '' || isDirectory(path)
  const folder = isFolder ? path : dirname(path)
  return {
    workPlace: folder,
    fixedName: isFolder ? null : basename(path),
    describe: (name) => join(folder, name),
    async take(file, name) {
      await chmod(file, 0o600)
      await syncToDisk(file)
      await rename(file, join(folder, name))
      await syncToDisk(folder)
    },
    async list() {
      const entries = await readdir(folder, { withFileTypes: true })
      return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
    },
    remove: (name) => rm(join(folder, name), { force: true }),
    async close() {},
  }
}

export function fileSource(root: string, given: string): BackupSource {
  const path = resolve(root, given)
  return {
    open: () => createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Uint8Array>,
    async close() {},
  }
}

export async function makeWorkPlace(folder: string): Promise<void> {
  if (folder === TEMPORARY) return makeTemporaryFolder()
  await mkdir(folder, { recursive: true, mode: 0o700 })
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
