/** Whatever tests and the processes that they start leave in the temporary folder goes with the run: it is one of its own. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'quire-tests-'))
  // PostgreSQL may run as another user, and has a folder of its own in it.
  chmodSync(folder, 0o711)
  const usual = process.env['TMPDIR']
  process.env['TMPDIR'] = folder
  return () => {
    if (usual === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = usual
    rmSync(folder, { recursive: true, force: true })
  }
}
