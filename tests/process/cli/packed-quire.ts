import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'
import { claim } from '../../setup/claim.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Folder with all packages as tarballs from `npm run pack`: created once for all tests. */
export function packedQuire(): string {
  const place = inject('installation')
  const packed = join(place, 'packed')
  if (existsSync(packed)) return packed
  const release = claim(packed)
  try {
    if (!existsSync(packed)) pack(place, packed)
  } finally {
    release()
  }
  return packed
}

function pack(place: string, packed: string): void {
  const made = mkdtempSync(join(place, 'packing-'))
  const build = spawnSync(process.execPath, [join(root, 'scripts/build.mjs'), '--pack', made], { encoding: 'utf8' })
  if (build.status !== 0 || build.stderr !== '') throw new Error(`The packages could not be packed:\n${build.stderr}`)
  renameSync(made, packed)
}
