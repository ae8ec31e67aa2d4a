import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { claim } from '../../setup/claim.ts'

const script = fileURLToPath(new URL('../../../scripts/build-admin.mjs', import.meta.url))
const dist = fileURLToPath(new URL('../../../packages/admin/dist/', import.meta.url))

let isBuilt = false

/** Builds the admin app, unless it is there already. */
export function buildAdmin(): void {
  if (isBuilt) return
  mkdirSync(dist, { recursive: true })
  const release = claim(join(dist, 'app'))
  try {
    const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' })
    if (status !== 0) throw new Error(`The admin app could not be built:\n${stderr}`)
  } finally {
    release()
  }
  isBuilt = true
}
