import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** What npm would install, by name, and where the build puts it. */
const PACKAGES = {
  '@quire/core': 'packages/core/dist',
  '@quire/sql': 'packages/sql/dist',
  '@quire/server': 'packages/server/dist',
  quire: 'packages/quire/dist',
}

/**
 * Builds the packages and installs them in a folder, as users have them. Copies, since a link would find the sources beside its target.
 * What they depend on is found further up, in the repository's own node_modules.
 */
export async function installQuire(folder: string): Promise<void> {
  const { status } = spawnSync(process.execPath, [join(ROOT, 'scripts/build.mjs')], { stdio: ['ignore', 'ignore', 2] })
  if (status !== 0) throw new Error('the packages could not be built')
  for (const [name, built] of Object.entries(PACKAGES)) {
    await cp(join(ROOT, built), join(folder, 'node_modules', name), { recursive: true })
  }
}

/** The program behind the command `quire`, of the installation that an application in this folder finds. */
export function quireProgram(folder: string): string {
  const manifest = findPackageJSON('quire', pathToFileURL(join(folder, 'quire.config.ts')))
  if (manifest === undefined) throw new Error(`quire is not installed above ${folder}`)
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: { quire: string } }
  return join(dirname(manifest), bin.quire)
}
