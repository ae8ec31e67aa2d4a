import { spawnSync } from 'node:child_process'
import { test } from 'vitest'

export function isInstalled(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
}

/** A test that needs a program which not every machine has. Where it is missing, the report says so. */
export function testWith(program: string, name: string, work: () => Promise<void>, timeout = 60_000): void {
  if (isInstalled(program)) test(name, work, timeout)
  else test.skip(`${name} (not run: ${program} is not installed)`, work)
}
