import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { CommandFailure } from './command-failure.ts'

const DEFAULT_NAMES = ['quire.config.ts', 'quire.config.js', 'quire.config.mjs']

/** Absolute path of the configuration file, named or default. */
export function findConfigFile(given: string | undefined): string {
  if (given !== undefined) {
    const file = resolve(given)
    if (isFile(file)) return file
    throw new CommandFailure(`There is no configuration file at ${given}. Check the path after --config.`)
  }
  const file = DEFAULT_NAMES.map((name) => resolve(name)).find(isFile)
  if (file !== undefined) return file
  throw new CommandFailure(
    'There is no quire.config.ts (or .js, .mjs) in this folder. Name the file with --config FILE.',
  )
}

export function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile()
}
