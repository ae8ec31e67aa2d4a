import { readFileSync } from 'node:fs'

/** The framework's own version, from its package. */
export const VERSION: string = readVersion()

function readVersion(): string {
  // The manifest stands above the sources, and beside what is published of them.
  const manifest = import.meta.url.endsWith('.ts') ? '../package.json' : './package.json'
  const text = readFileSync(new URL(manifest, import.meta.url), 'utf8')
  const { version } = JSON.parse(text) as { version: string }
  return version
}
