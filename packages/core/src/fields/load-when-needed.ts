import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/**
 * Loads a package when it is first used, so that a service that may never use it starts faster. It is synchronous
 * because checks of values are.
 *
 * @example
 * loadWhenNeeded('prosemirror-model') as typeof ProseMirror
 */
export function loadWhenNeeded(name: string): unknown {
  return require(name)
}
