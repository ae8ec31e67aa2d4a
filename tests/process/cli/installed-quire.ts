import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'
import { claim } from '../../setup/claim.ts'
import { installPackages } from '../../setup/install-packages.ts'

/** `quire` as npm installs it: what users run, and it starts three times as fast as from the sources. */
export interface InstalledQuire {
  /** The package, for symbolic links. */
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
      if (!existsSync(app)) installPackages(place)
    } finally {
      release()
    }
  }
  const folder = join(app, 'node_modules/quirecms')
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { bin: { quire: string } }
  return { folder, program: join(folder, bin.quire) }
}

const tests = fileURLToPath(new URL('../../', import.meta.url))

/** Path of a test program in a folder with the installed packages. */
export function installedProgram(source: URL): string {
  return copyModule(fileURLToPath(source), join(dirname(dirname(installedQuire().folder)), 'programs'))
}

/** Copies a test module after its imports. */
function copyModule(from: string, place: string): string {
  const to = join(place, relative(tests, from))
  // Only once: a process may be reading it.
  if (existsSync(to)) return to
  const source = readFileSync(from, 'utf8')
  for (const [, imported = ''] of source.matchAll(/ from '(\.[^']+)'/g))
    copyModule(join(dirname(from), imported), place)
  mkdirSync(dirname(to), { recursive: true })
  const half = `${to}.${process.pid}`
  writeFileSync(half, source)
  renameSync(half, to)
  return to
}
