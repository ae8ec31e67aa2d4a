import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { basename, extname } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Reads the application's modules for the admin app, by the names under which they are served. The names contain a
 * content hash, so that browsers can cache them indefinitely. Types are stripped; the modules are not changed
 * otherwise.
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
