import { spawnSync } from 'node:child_process'
import { mkdtempSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Puts the packages as they are published into `place/app/node_modules`: beside, then renamed, so that no process reads half of it. */
export function installPackages(place: string): string {
  const app = join(place, 'app')
  const made = mkdtempSync(join(place, 'made-'))
  const build = spawnSync(process.execPath, [join(root, 'scripts/build.mjs'), '--into', made], { encoding: 'utf8' })
  if (build.status !== 0 || build.stderr !== '') throw new Error(`The packages could not be built:\n${build.stderr}`)
  // What the packages depend on is found further up, as npm may put it.
  symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'))
  renameSync(made, app)
  return app
}
