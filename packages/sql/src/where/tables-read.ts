import type { Condition } from '@quire/core'

/** The tables whose documents decide what a condition on `table` finds: its own, and those that its paths lead through. */
export function tablesRead(condition: Condition, table: string): readonly string[] {
  const tables = new Set([table])
  const collect = (part: Condition): void => {
    switch (part.kind) {
      case 'and':
      case 'or':
        for (const inner of part.of) collect(inner)
        break
      case 'not':
        collect(part.of)
        break
      case 'compare':
        for (const step of part.path.steps) {
          if (!('scope' in step)) continue
          tables.add(step.table)
          collect(step.scope)
        }
    }
  }
  collect(condition)
  return [...tables]
}
