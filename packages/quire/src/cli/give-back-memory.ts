import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Late enough that the first visitors, who often wait for a start, have their answers. */
const AFTER_MS = 2000

type CollectGarbage = (options: { type: 'major'; flavor: 'regular' }) => void

/**
 * A start leaves garbage behind, which an idle process would keep: V8 collects when something is allocated. So it is asked to, once, some
 * time after the start. Not as a last resort, which would also shrink the space for young objects: requests need it, and took a
 * seventh longer.
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
