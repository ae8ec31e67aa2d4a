import type { Condition } from '@quirecms/core'
import { leavesDocument, pathKey } from './path-key.ts'

/** Paths that the condition fixes to one value. Sorting by them changes nothing. */
export function fixedPaths(where: Condition): ReadonlySet<string> {
  if (where.kind === 'and') return new Set(where.of.flatMap((part) => [...fixedPaths(part)]))
  const isFixing = where.kind === 'compare' && where.test.op === 'equals' && !leavesDocument(where.path)
  return new Set(isFixing ? [pathKey(where.path)] : [])
}

/**
 * Whether the condition only fixes single values of single paths. An index that begins with them may continue in the
 * list's order.
 */
export function onlyFixes(where: Condition): boolean {
  if (where.kind === 'and') return where.of.every(onlyFixes)
  if (where.kind !== 'compare') return where.kind === 'always'
  return (where.test.op === 'equals' || where.test.op === 'is_null') && !leavesDocument(where.path)
}
