import { cpSync, existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'
import { claim } from '../../setup/claim.ts'
import { installPackages } from '../../setup/install-packages.ts'

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
      if (!existsSync(app)) installPackages(place)
    } finally {
      release()
    }
  }
  const folder = join(app, 'node_modules/quirecms')
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
