import type { Condition } from '@quirecms/core'
import type { TableColumns } from './compilation.ts'
import { entersDocument, pathKey } from './path-key.ts'

/** Whether matching documents can be looked up from others: by an indexed reference to them, or as targets. */
export function foundFromOthers(where: Condition, columns: TableColumns): boolean {
  if (where.kind === 'and') return where.of.some((part) => foundFromOthers(part, columns))
  if (where.kind !== 'some' && where.kind !== 'compare') return false
  if (where.kind === 'compare' && (where.test.op === 'is_null' || where.test.op === 'all')) return false
  const steps = where.kind === 'some' ? where.steps : where.path.steps
  const first = steps.findIndex(entersDocument)
  if (first < 0) return false
  const before = steps.slice(0, first)
  if (before.length === 0) return true
  return columns.indexOf(pathKey({ storedAs: 'text', steps: before }))?.leads === true
}
