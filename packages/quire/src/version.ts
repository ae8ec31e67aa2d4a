import { readFileSync } from 'node:fs'

export const VERSION: string = readVersion()

function readVersion(): string {
  // package.json is above the sources, and beside the published files.
  const manifest = import.meta.url.endsWith('.ts') ? '../package.json' : './package.json'
  const text = readFileSync(new URL(manifest, import.meta.url), 'utf8')
  const { version } = JSON.parse(text) as { version: string }
  return version
}
