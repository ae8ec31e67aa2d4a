import { spawnSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * Returns a Node that a peer runs on: the benchmark's own, or one of the machine. Native modules of peers are often
 * built for older releases. `BENCH_NODE` lists further paths, separated like `PATH`.
 */
export function nodeFor(majors: readonly number[] | undefined): string | undefined {
  if (!majors) return process.execPath
  return candidates().find((node) => majors.includes(majorOf(node)))
}

function candidates(): readonly string[] {
  const named = (process.env['BENCH_NODE'] ?? '').split(delimiter).filter((path) => path !== '')
  const places = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => [join(folder, 'node'), join(folder, 'nodejs')])
  const there = [process.execPath, ...named, ...places].filter((path) => existsSync(path))
  return [...new Set(there.map((path) => realpathSync(path)))]
}

function majorOf(node: string): number {
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  return Number(/^v(\d+)/.exec(stdout)?.[1])
}
