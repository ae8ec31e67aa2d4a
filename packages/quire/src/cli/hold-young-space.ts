import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** Both halves of it. More of it made nothing faster that `npm run bench` asks for, and up to 128 MB were taken. */
const ENOUGH_BYTES = 16 * 1024 * 1024

const GROWS = '--semi-space-growth-factor=2'
const STAYS = '--semi-space-growth-factor=1'

/**
 * V8 doubles the space for young objects whenever as much as it holds has outlived it. A service that keeps answers always gets to the most
 * that V8 allows, which is for programs of another kind. How much that is can't be said once a process runs, but whether it doubles can. V8
 * shrinks the space when a process has nothing to do, and then it has to grow again: so this goes on looking, after each collection.
 */
export function holdYoungSpace(): void {
  if (isChosenByOperator()) return
  let flag = GROWS
  const choose = (next: string) => {
    if (next !== flag) setFlagsFromString(next)
    flag = next
  }
  new PerformanceObserver(() => choose(sizeOfYoungSpace() < ENOUGH_BYTES ? GROWS : STAYS)).observe({ type: 'gc' })
  // V8 keeps compiled code only for processes that have the same flags, and Node writes it when a process ends.
  process.on('exit', () => choose(GROWS))
}

function isChosenByOperator(): boolean {
  return [...process.execArgv, process.env['NODE_OPTIONS'] ?? ''].some((option) => /semi[-_]space/.test(option))
}

function sizeOfYoungSpace(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0
}
