import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'
import { claim } from '../setup/claim.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** `quire` as npm installs it: what users run, and a process that starts from it needs a third of the time of one from the sources. */
export interface InstalledQuire {
  /** The package, to be linked to. */
  readonly folder: string
  /** The file behind the command. */
  readonly program: string
}

export function installedQuire(): InstalledQuire {
  const place = inject('installation')
  const app = join(place, 'app')
  if (!existsSync(app)) {
    const release = claim(app)
    try {
      if (!existsSync(app)) install(place, app)
    } finally {
      release()
    }
  }
  const folder = join(app, 'node_modules/quire')
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { bin: { quire: string } }
  return { folder, program: join(folder, bin.quire) }
}

/** A program of the tests and what is beside it, where it finds the packages as npm installs them: its path there. */
export function installedProgram(source: URL): string {
  const from = dirname(fileURLToPath(source))
  const to = join(dirname(dirname(installedQuire().folder)), basename(from))
  const isCopied = (name: string) => name === from || (name.endsWith('.ts') && !name.endsWith('.test.ts'))
  // Once: a process that was just started may be reading it.
  if (!existsSync(to)) cpSync(from, to, { recursive: true, filter: isCopied })
  return join(to, basename(fileURLToPath(source)))
}

/** Beside, and then in its place, so that nobody meets half of it. */
function install(place: string, app: string): void {
  const made = mkdtempSync(join(place, 'made-'))
  const build = spawnSync(process.execPath, [join(root, 'scripts/build.mjs'), '--into', made], { encoding: 'utf8' })
  if (build.status !== 0 || build.stderr !== '') throw new Error(`The packages could not be built:\n${build.stderr}`)
  // What the packages depend on is found further up, as npm may put it.
  symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'))
  renameSync(made, app)
}
