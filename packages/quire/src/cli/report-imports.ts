/**
 * Preloaded in processes of `quire dev`: reports each loaded file of the application (in this repository, also of the
 * framework), to watch it. Before parsing, because a file with a syntax error is the next to change.
 */
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

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
      // A missing file may be created.
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
