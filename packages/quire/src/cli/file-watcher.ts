import { existsSync, type FSWatcher, watch } from 'node:fs'
import { basename, dirname } from 'node:path'

/** Debounce: editors write in several steps, and a checkout changes many files. */
const SETTLE_MS = 100

interface WatchedFolder {
  readonly watcher: FSWatcher
  readonly names: Set<string>
  test: (name: string) => boolean
}

/** Watches files through their folders: editors that save by renaming would replace a watched file. */
export class FileWatcher {
  readonly #onChange: (file: string) => void
  readonly #folders = new Map<string, WatchedFolder>()
  #settling: NodeJS.Timeout | undefined

  constructor(onChange: (file: string) => void) {
    this.#onChange = onChange
  }

  /** The file may not exist yet. */
  add(file: string): void {
    this.#folder(dirname(file))?.names.add(basename(file))
  }

  /** Watches all matching files of a folder, if it exists. */
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
    // The folder was removed.
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
