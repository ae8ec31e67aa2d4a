/**
 * A folder for the published form of the packages, which the first test that needs it fills
 * (`tests/process/cli/installed-quire.ts`). Removed after the run.
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
