import { storedForm } from '../contracts/operators.ts'
import type { Path, SortKey } from '../contracts/condition.ts'
import { QuireError } from '../contracts/errors.ts'
import { QueryProblems, quoted, leadsTooFar } from './query-problems.ts'
import type { PathRoot } from './path-root.ts'
import { inAllCollections, type ResolvedPath, resolvePath, TOO_FAR } from './resolve-path.ts'

export const MOST_SORT_KEYS = 10

/** Newest first (docs/contract/querying.md#sort). */
export const DEFAULT_SORT: readonly SortKey[] = [
  { path: { steps: [{ kind: 'column', name: 'createdAt' }], storedAs: 'text' }, descending: true },
]

/** The configured default order; order of creation for readers who may not read its fields. */
export function configuredSort(sort: unknown, root: PathRoot): readonly SortKey[] {
  try {
    return parseSort(sort, root)
  } catch (error) {
    if (error instanceof QuireError && error.code === 'invalid_query') return DEFAULT_SORT
    throw error
  }
}

/** Whether `sort` names an order. An empty list counts as none. */
export function asksForOrder(sort: unknown): boolean {
  return sort !== undefined && !(Array.isArray(sort) && sort.length === 0)
}

/** Parses `sort`: system fields and scalar fields, `-` for descending. */
export function parseSort(sort: unknown, root: PathRoot, at = 'sort'): readonly SortKey[] {
  const problems = new QueryProblems()
  const names: readonly unknown[] = Array.isArray(sort) ? sort : [sort]
  if (names.length > MOST_SORT_KEYS) problems.add('max', at, `Sort by at most ${MOST_SORT_KEYS} fields.`)
  const keys: SortKey[] = []
  for (const name of names.slice(0, MOST_SORT_KEYS)) {
    if (typeof name !== 'string') {
      problems.add('type', at, 'A sort field must be text.')
      continue
    }
    const descending = name.startsWith('-')
    const resolved = resolvePath(descending ? name.slice(1) : name, root)
    const path = quoted(descending ? name.slice(1) : name)
    if (!resolved)
      problems.add('unknown_field', `${at}.${path}`, `Unknown path "${path}".${at === 'sort' ? hint(path) : ''}`)
    else if (resolved === TOO_FAR) problems.add('max', `${at}.${path}`, leadsTooFar(path))
    else if (!resolved.sortable || resolved.steps.some(findsMany)) {
      problems.add('type', `${at}.${path}`, `Documents cannot be sorted by "${path}".`)
    } else {
      const [first, ...alternatives] = inAllCollections(resolved).map(sortedBy)
      if (first) keys.push({ path: first, ...(alternatives.length > 0 && { alternatives }), descending })
    }
  }
  problems.throwIfAny()
  return keys
}

function sortedBy({ steps, comparedAs }: ResolvedPath): Path {
  return { steps, storedAs: storedForm(comparedAs) }
}

/** In many other APIs, commas separate sort fields. */
function hint(path: string): string {
  return path.includes(',') ? ' For several sort fields, repeat `sort`: sort=title&sort=-createdAt.' : ''
}

function findsMany(step: { readonly kind: string }): boolean {
  return ['rows', 'blocks', 'elements', 'inverse'].includes(step.kind)
}
