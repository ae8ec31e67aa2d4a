import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Command prefixes that pin a process to one core; empty if that is not possible. */
export interface CorePinning {
  readonly server: readonly string[]
  readonly generator: readonly string[]
  readonly note: string
}

/** Part of util-linux; other systems have no equivalent. */
const TASKSET = 'taskset'

/** All servers share one core, because only one is active at a time. The generator has another. */
export function pinToCores(): CorePinning {
  if (spawnSync(TASKSET, ['--version']).status !== 0) return unpinned(`${TASKSET} is not there`)
  const [first, ...others] = allowedCores()
  if (first === undefined || others.length === 0) return unpinned('there is only one core')
  const siblings = coreList(readOrEmpty(`/sys/devices/system/cpu/cpu${first}/topology/thread_siblings_list`))
  const second = others.find((core) => !siblings.includes(core)) ?? others[0]
  return {
    server: [TASKSET, '-c', String(first)],
    generator: [TASKSET, '-c', String(second)],
    note: `servers on core ${first}, load generator on core ${second}`,
  }
}

function unpinned(why: string): CorePinning {
  return { server: [], generator: [], note: `processes are not pinned to cores (${why}): expect noise` }
}

function allowedCores(): number[] {
  return coreList(/^Cpus_allowed_list:\s*(.+)$/m.exec(readOrEmpty('/proc/self/status'))?.[1] ?? '')
}

/** Parses a list such as `0-3,8`. */
function coreList(text: string): number[] {
  return [...text.matchAll(/(\d+)(?:-(\d+))?/g)].flatMap(([, from, to = from]) =>
    Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) => Number(from) + index),
  )
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
