import type { IssueCode } from '../../contracts/errors.ts'
import { ROW_OPERATORS } from '../../contracts/operators.ts'
import { isObject } from '../../content/json-object.ts'
import { CLIENT_LIMITS, type WhereLimits } from '../query-problems.ts'

/**
 * A `where` as it was written, with paths that are not resolved yet. Resolving takes access rules, and which rules
 * depends on the paths. So a query is parsed once and read twice: by `namedPaths`, then by `resolveWhere`.
 */
export interface ParsedWhere {
  readonly expression: WhereExpression
  readonly limits: WhereLimits
}

export type WhereExpression =
  | { readonly kind: 'and' | 'or'; readonly of: readonly WhereExpression[] }
  | { readonly kind: 'not'; readonly of: WhereExpression }
  /** `tests` is null if the value is not an object of operators. */
  | { readonly kind: 'path'; readonly path: string; readonly tests: readonly WrittenTest[] | null }
  | WrongExpression

export interface WrongExpression {
  readonly kind: 'wrong'
  readonly code: IssueCode
  readonly message: string
  /** The key of the problem, if it belongs to the path of the issue. */
  readonly key?: string
}

/** `{ operator: value }`; the operator may be unknown. */
export interface WrittenTest {
  readonly operator: string
  readonly value: unknown
  /** The value as a query, for row operators. */
  readonly rows: WhereExpression | null
}

export function parseWhere(where: unknown, limits: WhereLimits = CLIENT_LIMITS): ParsedWhere {
  return { expression: parseExpression(where, 0, limits), limits }
}

function parseExpression(expression: unknown, level: number, limits: WhereLimits): WhereExpression {
  if (!isObject(expression)) return { kind: 'wrong', code: 'type', message: 'A query expression must be an object.' }
  const of = Object.entries(expression).map(([key, value]): WhereExpression => {
    if (key === 'and' || key === 'or' || key === 'not') return parseJunction(key, value, level + 1, limits)
    return { kind: 'path', path: key, tests: parseTests(value, level, limits) }
  })
  return { kind: 'and', of }
}

function parseJunction(
  kind: 'and' | 'or' | 'not',
  value: unknown,
  level: number,
  limits: WhereLimits,
): WhereExpression {
  if (level > limits.levels) return tooDeep(limits)
  if (kind === 'not') return { kind, of: parseExpression(value, level, limits) }
  if (!Array.isArray(value))
    return { kind: 'wrong', code: 'type', key: kind, message: `"${kind}" takes a list of expressions.` }
  if (value.length > limits.conditions)
    return { kind: 'wrong', code: 'max', key: kind, message: `Use at most ${limits.conditions} conditions.` }
  return { kind, of: value.map((part) => parseExpression(part, level, limits)) }
}

function parseTests(tests: unknown, level: number, limits: WhereLimits): readonly WrittenTest[] | null {
  if (!isObject(tests)) return null
  const written = Object.entries(tests).map(([operator, value]) => {
    const rows = isRowOperator(operator) ? parseRows(value, level + 1, limits) : null
    return { operator, value, rows }
  })
  return written.length > 0 ? written : null
}

function parseRows(value: unknown, level: number, limits: WhereLimits): WhereExpression {
  return level > limits.levels ? tooDeep(limits) : parseExpression(value, level, limits)
}

function isRowOperator(name: string): boolean {
  return (ROW_OPERATORS as readonly string[]).includes(name)
}

function tooDeep({ levels }: WhereLimits): WrongExpression {
  return { kind: 'wrong', code: 'max', message: `Use at most ${levels} levels.` }
}

/** All paths that a query names, whether or not such fields exist. */
export function namedPaths({ expression }: ParsedWhere): string[] {
  return pathsIn(expression)
}

function pathsIn(expression: WhereExpression): string[] {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.of.flatMap(pathsIn)
    case 'not':
      return pathsIn(expression.of)
    case 'path':
      return [expression.path, ...pathsOfRows(expression)]
    case 'wrong':
      return []
  }
}

/**
 * Paths inside of row operators are relative to the row. `id` stands for the documents themselves, which are read even
 * if nothing is tested.
 */
function pathsOfRows({ path, tests }: Extract<WhereExpression, { kind: 'path' }>): string[] {
  return (tests ?? []).flatMap(({ rows }) => (rows ? ['id', ...pathsIn(rows)].map((rest) => `${path}.${rest}`) : []))
}
