import type { FieldNode } from '../contracts/field.ts'
import { wayTo } from '../content/field-tree.ts'
import { isObject } from '../content/json-object.ts'
import { type QueryProblems, quoted } from './query-problems.ts'

/**
 * The options of one join in a query. Its paths belong to the target collection, and are resolved with the rights of
 * the caller there.
 */
export interface AskedJoin {
  /** Its position in the query, for the paths of issues: `joins.comments`. */
  readonly at: string
  readonly limit?: number
  readonly sort?: unknown
  readonly where?: unknown
}

export type AskedJoins = ReadonlyMap<string, AskedJoin>

/** Parses the joins that `joins` names. Clients cannot see hidden ones. */
export function parseJoins(
  joins: unknown,
  fields: readonly FieldNode[],
  problems: QueryProblems,
  showHidden: boolean,
): AskedJoins {
  const parsed = new Map<string, AskedJoin>()
  if (!isObject(joins)) problems.add('type', 'joins', '"joins" must be an object of joins and their options.')
  else {
    for (const [path, asked] of Object.entries(joins)) {
      const at = `joins.${quoted(path)}`
      const way = wayTo(fields, path)
      const join = way.every((node) => showHidden || !node.hidden) ? way.at(-1)?.join : undefined
      if (!join) problems.add('unknown_field', at, `Unknown join "${quoted(path)}".`)
      else parsed.set(path, parseJoin(asked, join.limit, at, problems))
    }
  }
  return parsed
}

function parseJoin(asked: unknown, most: number, at: string, problems: QueryProblems): AskedJoin {
  if (!isObject(asked)) {
    problems.add('type', at, 'Must be an object with "limit", "sort" and "where".')
    return { at }
  }
  const { limit, sort, where, ...others } = asked
  for (const name of Object.keys(others))
    problems.add('unknown_field', `${at}.${quoted(name)}`, `Unknown option "${quoted(name)}".`)
  const isFitting = limit === undefined || (Number.isInteger(limit) && Number(limit) >= 1 && Number(limit) <= most)
  if (!isFitting) problems.add('type', `${at}.limit`, `"limit" must be an integer from 1 to ${most}.`)
  return {
    at,
    ...(typeof limit === 'number' && { limit }),
    ...(sort !== undefined && { sort }),
    ...(where !== undefined && { where }),
  }
}
