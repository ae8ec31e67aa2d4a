import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const STARTERS = ['blog', 'blank'] as const

export type Starter = (typeof STARTERS)[number]

export function isStarter(name: string): name is Starter {
  return STARTERS.some((one) => one === name)
}

/** Files of the example's folder that the starter leaves out. */
export const NOT_IN_STARTER = ['package.json', 'tsconfig.json', 'README.md', 'dist', 'data', 'node_modules']

/** The files of a starter, or those that every application gets. The blog starter is the example of this repository. */
export function filesOf(starter: Starter | 'every'): string {
  const published = at(`./starters/${starter}`)
  if (existsSync(published)) return published
  return at(starter === 'blog' ? '../../../examples/blog' : `../starters/${starter}`)
}

function at(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url))
}
