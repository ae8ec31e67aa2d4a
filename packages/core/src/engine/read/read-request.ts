import type { Condition, SortKey } from '../../contracts/condition.ts'
import { allOf, ALWAYS, parseWhere } from '../../query/parse-where.ts'
import { invalidQuery } from '../../query/invalid-query.ts'
import { parseSelect, type Selection } from '../../query/parse-select.ts'
import { DEFAULT_SORT, parseSort } from '../../query/parse-sort.ts'
import { ask, refuse } from '../access.ts'
import type { Call } from '../call.ts'
import { pathsOfSort, pathsOfWhere, readerPaths } from './reader-paths.ts'

const DEFAULT_LIMIT = 10
const MOST_LIMIT = 100
const MOST_PAGE = 1_000_000

export interface PageRequest {
  readonly page: number
  readonly limit: number
}

/** `where`, with the reader's own access and the entity's scopes (trash, copies) in it: one condition, one statement. */
export async function readableWhere(call: Call): Promise<Condition> {
  const access = await ask(call, 'read', {})
  if (access.kind === 'never') throw refuse(call)
  const scoped = call.entity.scopes.map((scope) => scope(call.input.query))
  const { where } = call.input.query
  const asked = where === undefined ? ALWAYS : parseWhere(where, await readerPaths(call, pathsOfWhere(where)))
  return allOf([access, ...scoped, asked])
}

export async function requestedSort(call: Call): Promise<readonly SortKey[]> {
  const { sort } = call.input.query
  return sort === undefined ? DEFAULT_SORT : parseSort(sort, await readerPaths(call, pathsOfSort(sort)))
}

export function requestedPage({ input: { query } }: Call): PageRequest {
  return {
    page: positiveInteger('page', query['page'] ?? 1, MOST_PAGE),
    limit: positiveInteger('limit', query['limit'] ?? DEFAULT_LIMIT, MOST_LIMIT),
  }
}

export function requestedSelection({ entity, caller, input: { query } }: Call): Selection | null {
  if (query['select'] === undefined) return null
  const fields = caller.system ? entity.fields : entity.fields.filter((node) => !node.hidden)
  return parseSelect(
    query['select'],
    fields,
    entity.systemFields.map((field) => field.name),
  )
}

function positiveInteger(name: string, value: unknown, most: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most) return value
  throw invalidQuery([{ code: 'type', path: name, message: `"${name}" must be an integer from 1 to ${most}.` }])
}
