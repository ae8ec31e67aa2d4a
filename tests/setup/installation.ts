/**
 * A folder for the packages as they are published, which the first test that needs them fills (`tests/process/cli/installed-quire.ts`). It goes
 * with the run.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    installation: string
  }
}

export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'quire-installed-'))
  project.provide('installation', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
