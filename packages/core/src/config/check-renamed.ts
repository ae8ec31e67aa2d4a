import { isObject } from '../content/json-object.ts'
import type { ProblemList } from './problem-list.ts'

/**
 * Checks the `renamedFrom` of siblings: fields, blocks, collections or globals. A former name must be free, and only
 * one sibling may claim it.
 */
export function checkRenamed(
  siblings: Readonly<Record<string, unknown>>,
  renamedFrom: (sibling: unknown) => unknown,
  pathFor: (name: string) => string,
  problems: ProblemList,
): void {
  const taken = new Map<string, string>()
  for (const [name, sibling] of Object.entries(siblings)) {
    const from = isObject(sibling) ? renamedFrom(sibling) : undefined
    if (typeof from !== 'string') continue
    const other = taken.get(from)
    taken.set(from, name)
    if (from === name) problems.add(pathFor(name), `\`renamedFrom\` is the current name: leave it out`)
    else if (Object.hasOwn(siblings, from))
      problems.add(
        pathFor(name),
        `\`renamedFrom\` names "${from}", which still exists: remove it, or leave out \`renamedFrom\``,
      )
    else if (other !== undefined)
      problems.add(
        pathFor(name),
        `\`renamedFrom\` names "${from}", but "${other}" was already renamed from it: choose one of them`,
      )
  }
}
