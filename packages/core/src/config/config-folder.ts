import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getCallSites } from 'node:util'

const folders = new WeakMap<object, string>()

/**
 * Remembers the folder of the file that called `defineConfig`, since its relative paths are meant from there, whoever imports it and
 * from wherever the program is started. To be called by `defineConfig` itself.
 */
export function rememberFolder(config: object): void {
  // This function, `defineConfig`, and whoever called that.
  const file = getCallSites(3)[2]?.scriptName ?? ''
  const path = file.startsWith('file:') ? fileURLToPath(file) : file
  if (path.startsWith('/') || /^[a-z]:\\/i.test(path)) folders.set(config, dirname(path))
}

/** A configuration that was made of another one is meant from the same folder. */
export function rememberFolderOf(made: object, from: object): void {
  const folder = folders.get(from)
  if (folder !== undefined) folders.set(made, folder)
}

/** The folder of the file that a configuration was written in, where that is known. */
export function folderOfConfig(config: object): string | undefined {
  return folders.get(config)
}
