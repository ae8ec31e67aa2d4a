import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { basename, extname } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Modules of the application that the admin app loads, by the names under which they are served. The names hold a hash
 * of the content, so that browsers can keep them for good. Types are taken out; nothing else is done to them.
 */
export function readExtensions(modules: readonly URL[]): ReadonlyMap<string, string> {
  return new Map(
    modules.map((module) => {
      const path = fileURLToPath(module)
      const ending = extname(path)
      const source = readFileSync(path, 'utf8')
      const text = ending === '.ts' || ending === '.mts' ? stripTypeScriptTypes(source) : source
      const hash = createHash('sha256').update(text).digest('hex').slice(0, 12)
      return [`assets/extensions/${basename(path, ending).replace(/[^\w-]/g, '-')}-${hash}.js`, text]
    }),
  )
}
