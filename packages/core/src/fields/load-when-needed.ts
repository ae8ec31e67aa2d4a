import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/**
 * Loads a package on first use, to shorten the start of services that never use it. It is synchronous because checks of
 * values are.
 *
 * @example
 * loadWhenNeeded('prosemirror-model') as typeof ProseMirror
 */
export function loadWhenNeeded(name: string): unknown {
  return require(name)
}
