import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const BUILD = fileURLToPath(new URL('../../../scripts/build.mjs', import.meta.url))

/** Builds the packages as users get them. Their dependencies resolve to the repository's node_modules. */
export function installQuire(folder: string): void {
  const { status } = spawnSync(process.execPath, [BUILD, '--into', folder], { stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error('the packages could not be built')
}

/** Copies files of the measured application to a folder that can import the installed packages. */
export async function copyApplication(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) await copyFile(new URL(`../application/${name}`, import.meta.url), join(folder, name))
}

/** Returns the program behind the command `quire`, in the installation that this folder uses. */
export function quireProgram(folder: string): string {
  const manifest = findPackageJSON('quirecms', pathToFileURL(join(folder, 'quire.config.ts')))
  if (manifest === undefined) throw new Error(`quire is not installed above ${folder}`)
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: { quire: string } }
  return join(dirname(manifest), bin.quire)
}
