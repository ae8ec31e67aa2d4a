import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { claim } from '../../setup/claim.ts'

const cache = fileURLToPath(new URL('../../../node_modules/.cache/quire-browser/', import.meta.url))
const unpacking = fileURLToPath(new URL('./unpacking.ts', import.meta.url))

/** Usual paths of Chromium. */
const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * Path of a browser for the tests, or null. `QUIRE_BROWSER` names one; if it is empty, there is none. The browser from
 * npm has precedence: it is the same on every machine and, being headless, takes half the time.
 */
export function findBrowser(): string | null {
  const named = process.env['QUIRE_BROWSER']
  if (named !== undefined) return named === '' ? null : named
  if (process.platform === 'linux' && process.arch === 'x64') return unpackBrowser()
  return PLACES.find((place) => existsSync(place)) ?? null
}

/** Path of the browser from npm, unpacked on first use and kept for later runs. */
function unpackBrowser(): string {
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

/** Unpacks to a temporary name first: a partly unpacked folder would look complete. */
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
