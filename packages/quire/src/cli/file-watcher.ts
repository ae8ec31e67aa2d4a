import { existsSync, type FSWatcher, watch } from 'node:fs'
import { basename, dirname } from 'node:path'

/** Editors write a file in several steps, and a checkout changes many at once. */
const SETTLE_MS = 100

interface WatchedFolder {
  readonly watcher: FSWatcher
  readonly names: Set<string>
  test: (name: string) => boolean
}

/**
 * Tells of changes to files. Watches their folders, not the files: an editor that saves by renaming replaces the file that a watch
 * would be on.
 */
export class FileWatcher {
  readonly #onChange: (file: string) => void
  readonly #folders = new Map<string, WatchedFolder>()
  #settling: NodeJS.Timeout | undefined

  constructor(onChange: (file: string) => void) {
    this.#onChange = onChange
  }

  /** The file need not exist yet. */
  add(file: string): void {
    this.#folder(dirname(file))?.names.add(basename(file))
  }

  /** Every file of the folder whose name passes, if there is such a folder. */
  addFolder(path: string, test: (name: string) => boolean): void {
    const folder = this.#folder(path)
    if (folder) folder.test = test
  }

  close(): void {
    clearTimeout(this.#settling)
    for (const { watcher } of this.#folders.values()) watcher.close()
    this.#folders.clear()
  }

  #folder(path: string): WatchedFolder | undefined {
    const known = this.#folders.get(path)
    if (known) return known
    if (!existsSync(path)) return undefined
    const watcher = watch(path, (_event, name) => {
      if (name !== null && (folder.names.has(name) || folder.test(name))) this.#changed(name)
    })
    // A folder that is removed is no longer of interest.
    watcher.on('error', () => this.#folders.delete(path))
    const folder: WatchedFolder = { watcher, names: new Set(), test: () => false }
    this.#folders.set(path, folder)
    return folder
  }

  #changed(name: string): void {
    clearTimeout(this.#settling)
    this.#settling = setTimeout(() => this.#onChange(name), SETTLE_MS)
  }
}
