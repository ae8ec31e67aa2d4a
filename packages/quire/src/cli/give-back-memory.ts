import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Late enough that the first visitors, who often wait for a start, have their answers. */
const AFTER_MS = 2000

type CollectGarbage = (options: { type: 'major'; flavor: 'regular' }) => void

/**
 * A start leaves garbage behind, and space for young objects that has grown to what loading needed. An idle process would keep
 * both: V8 collects when something is allocated. So it is asked once, some time after the start, to give back all it can.
 */
export function giveBackMemory(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc') as CollectGarbage
    // V8 keeps compiled code only for processes that have the same flags.
    setFlagsFromString('--no-expose-gc')
    collectGarbage({ type: 'major', flavor: 'regular' })
  }, AFTER_MS).unref()
}
