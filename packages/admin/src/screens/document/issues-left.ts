import type { Issue } from '../../data/api-error.ts'
import { sameJson } from '../../data/same-json.ts'

/**
 * The issues that remain after a change: an issue disappears with its cause. Inside of rows, issues stay with their
 * row; if rows before it were added, moved or removed, its path is wrong, and the issue is removed too.
 */
export function issuesLeft(issues: readonly Issue[], name: string, before: unknown, after: unknown): readonly Issue[] {
  const left = issues.filter(({ path }) => {
    const [head, ...inside] = path.split('.')
    return head !== name || isSameAt(inside, before, after)
  })
  return left.length === issues.length ? issues : left
}

function isSameAt([key, ...inside]: readonly string[], before: unknown, after: unknown): boolean {
  if (key === undefined) return sameJson(before, after)
  const [one, other] = [memberOf(before, key), memberOf(after, key)]
  return idOf(one) === idOf(other) && isSameAt(inside, one, other)
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined
}

/** Id of a row; undefined for other values. */
function idOf(value: unknown): unknown {
  return memberOf(value, 'id')
}
