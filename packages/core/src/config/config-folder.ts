import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getCallSites } from 'node:util'

/** Beside the configuration, because it is the application's own object, and may be frozen. */
const folders = new WeakMap<object, string>()

/**
 * Records the folder of the file that called `defineConfig`, as the base of relative paths in the configuration.
 * Independent of the importing file and the working directory. Only `defineConfig` may call it.
 */
export function rememberFolder(config: object): void {
  // Stack: this function, `defineConfig`, and its caller.
  const file = getCallSites(3)[2]?.scriptName ?? ''
  const path = file.startsWith('file:') ? fileURLToPath(file) : file
  if (path.startsWith('/') || /^[a-z]:\\/i.test(path)) folders.set(config, dirname(path))
}

/** A configuration that is derived from another one has the same base folder. */
export function rememberFolderOf(made: object, from: object): void {
  const folder = folders.get(from)
  if (folder !== undefined) folders.set(made, folder)
}

/** The folder of the file that defines a configuration; undefined if unknown. */
export function folderOfConfig(config: object): string | undefined {
  return folders.get(config)
}
