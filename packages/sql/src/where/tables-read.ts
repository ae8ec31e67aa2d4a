import type { Condition, PathStep } from '@quire/core'

/** The tables whose documents decide what a condition on `table` finds: its own, and those that its paths lead through. */
export function tablesRead(condition: Condition, table: string): readonly string[] {
  const tables = new Set([table])
  const collect = (part: Condition): void => {
    if (part.kind === 'and' || part.kind === 'or') for (const inner of part.of) collect(inner)
    else if (part.kind === 'not') collect(part.of)
    else if (part.kind === 'compare') for (const step of part.path.steps) enter(step)
  }
  const enter = (step: PathStep): void => {
    if (!('scope' in step)) return
    tables.add(step.table)
    collect(step.scope)
  }
  collect(condition)
  return [...tables]
}
