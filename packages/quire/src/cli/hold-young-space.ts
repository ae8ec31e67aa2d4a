import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** Both semi-spaces together. More made nothing faster in `npm run bench`, and took up to 128 MB. */
const ENOUGH_BYTES = 16 * 1024 * 1024

const GROWS = '--semi-space-growth-factor=2'
const STAYS = '--semi-space-growth-factor=1'

/**
 * Limits the young generation. V8 doubles it whenever enough objects survive, so a service that caches responses always
 * reaches V8's maximum. The maximum can't be changed at run time, but the doubling can. V8 shrinks the space of an idle
 * process, and must grow it again: so this checks after each collection.
 */
export function holdYoungSpace(): void {
  if (isChosenByOperator()) return
  let flag = GROWS
  const choose = (next: string) => {
    if (next !== flag) setFlagsFromString(next)
    flag = next
  }
  new PerformanceObserver(() => choose(sizeOfYoungSpace() < ENOUGH_BYTES ? GROWS : STAYS)).observe({ type: 'gc' })
  // The compile cache depends on V8's flags and is written at exit.
  process.on('exit', () => choose(GROWS))
}

function isChosenByOperator(): boolean {
  return [...process.execArgv, process.env['NODE_OPTIONS'] ?? ''].some((option) => /semi[-_]space/.test(option))
}

function sizeOfYoungSpace(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0
}
