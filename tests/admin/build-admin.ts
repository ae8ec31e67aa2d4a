import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('../../scripts/build-admin.mjs', import.meta.url))

/** Builds the admin app, unless it is there already. */
export function buildAdmin(): void {
  const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The admin app could not be built:\n${stderr}`)
}
