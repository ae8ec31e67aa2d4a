import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Late enough that the first requests after a start are answered. */
const AFTER_MS = 2000

type CollectGarbage = (options: { type: 'major'; flavor: 'regular' }) => void

/**
 * Collects the garbage of the start once, because an idle process would keep it. Not as a last-resort collection, which
 * would also shrink the young generation and make requests a seventh slower.
 */
export function giveBackMemory(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc') as CollectGarbage
    // V8's compile cache depends on its flags.
    setFlagsFromString('--no-expose-gc')
    collectGarbage({ type: 'major', flavor: 'regular' })
  }, AFTER_MS).unref()
}
