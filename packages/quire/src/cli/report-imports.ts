/**
 * Loaded before anything else in a process that `quire dev` starts: tells it about each file of the application (and, in this
 * repository, of the framework) that is loaded, so that it knows what to watch. A file is told before it is parsed: one with a mistake
 * in it is the one that will change next.
 */
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

/** What `quire dev` is told. */
export interface ImportReport {
  readonly imported: string
}

registerHooks({
  load(url, context, nextLoad) {
    tell(url)
    return nextLoad(url, context)
  },
  resolve(specifier, context, nextResolve) {
    try {
      return nextResolve(specifier, context)
    } catch (error) {
      // A file that is missing may come.
      if (error instanceof Error && 'url' in error) tell(String(error.url))
      throw error
    }
  },
})

function tell(url: string): void {
  if (!url.startsWith('file:') || url.includes('/node_modules/') || !process.connected) return
  const report: ImportReport = { imported: fileURLToPath(url) }
  process.send?.(report)
}
