import type { Condition, PathStep, SortKey } from '@quirecms/core'

/** The tables that a result in `table` depends on: its own, and those on paths. */
export function tablesRead(table: string, condition: Condition, sort: readonly SortKey[] = []): readonly string[] {
  const tables = new Set([table])
  const collect = (part: Condition): void => {
    if (part.kind === 'and' || part.kind === 'or') for (const inner of part.of) collect(inner)
    else if (part.kind === 'not') collect(part.of)
    else if (part.kind === 'compare') for (const step of part.path.steps) enter(step)
    else if (part.kind === 'some') {
      for (const step of part.steps) enter(step)
      collect(part.of)
    }
  }
  const enter = (step: PathStep): void => {
    if (!('scope' in step)) return
    tables.add(step.table)
    collect(step.scope)
  }
  collect(condition)
  for (const { path, alternatives = [] } of sort)
    for (const { steps } of [path, ...alternatives]) for (const step of steps) enter(step)
  return [...tables]
}
