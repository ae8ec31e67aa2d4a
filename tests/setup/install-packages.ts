import { spawnSync } from 'node:child_process'
import { mkdtempSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Installs the published form of the packages into `place/app/node_modules`: under a temporary name first, so that no
 * process reads a part.
 */
export function installPackages(place: string): string {
  const app = join(place, 'app')
  const made = mkdtempSync(join(place, 'made-'))
  const build = spawnSync(process.execPath, [join(root, 'scripts/build.mjs'), '--into', made], { encoding: 'utf8' })
  if (build.status !== 0 || build.stderr !== '') throw new Error(`The packages could not be built:\n${build.stderr}`)
  // Their dependencies are in a parent folder, as npm allows.
  symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'))
  renameSync(made, app)
  return app
}
