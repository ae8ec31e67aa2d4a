import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/**
 * Loads a package where it is first used instead of with this one: a service that starts need not wait for what it may never use.
 * At once and not with a promise, since checks of values are functions that answer at once.
 *
 * @example
 * loadWhenNeeded('prosemirror-model') as typeof ProseMirror
 */
export function loadWhenNeeded(name: string): unknown {
  return require(name)
}
