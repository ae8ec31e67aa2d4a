import type { Condition } from '../../contracts/condition.ts'
import { OPERATOR_TABLE, type Operator, type RowOperator, type ValueOperator } from '../../contracts/operators.ts'
import { allOf, anyOf, complement, NEVER, ofNothing } from '../conditions.ts'
import {
  QueryProblems,
  quoted,
  leadsTooFar,
  MOST_ALTERNATIVES,
  MOST_HOPS,
  type WhereCount,
  newCount,
  tooMuch,
  type WhereLimits,
} from '../query-problems.ts'
import type { PathRoot } from '../path-root.ts'
import { countHops, inAllCollections, type ResolvedPath, resolvePath, type RowsAt, TOO_FAR } from '../resolve-path.ts'
import type { ParsedWhere, WhereExpression, WrittenTest } from './parse-where.ts'
import { countedConditions, isRefusal, negate, type Refusal, resolveTest, searchedWords } from './resolve-test.ts'

/**
 * Resolves a `where` to a condition on documents, with paths from `root`. All problems are reported at once, as
 * `invalid_query` with issues whose paths start with `at`. An unreadable path gets exactly the message of an unknown
 * one (docs/contract/querying.md#unreadable-paths).
 */
export function resolveWhere(
  { expression, limits }: ParsedWhere,
  root: PathRoot,
  { at = 'where', counted = newCount() }: ResolvingOptions = {},
): Condition {
  const problems = new QueryProblems()
  const condition = resolve(expression, { root, beside: [], hops: 0, breadth: 1, problems, at, limits, counted })
  for (const message of tooMuch(counted, limits)) problems.add('max', at, message)
  problems.throwIfAny()
  return condition
}

interface ResolvingOptions {
  readonly at?: string
  /** Shared counter for limits across several queries of one request. */
  readonly counted?: WhereCount
}

interface Resolver {
  readonly root: PathRoot
  /** Other kinds of rows that the same query applies to: those of a relationship to several collections. */
  readonly beside: readonly PathRoot[]
  /** Number of hops into other documents that lead to these rows. */
  readonly hops: number
  /** Number of row kinds that the same query applies to. */
  readonly breadth: number
  readonly problems: QueryProblems
  readonly at: string
  readonly limits: WhereLimits
  readonly counted: WhereCount
}

function resolve(expression: WhereExpression, resolver: Resolver): Condition {
  switch (expression.kind) {
    case 'and':
      return allOf(resolveAll(expression.of, resolver))
    case 'or':
      return anyOf(resolveAll(expression.of, resolver))
    case 'not':
      return { kind: 'not', of: resolve(expression.of, resolver) }
    case 'path':
      return resolveTests(expression.path, expression.tests, resolver)
    case 'wrong': {
      const { code, key, message } = expression
      resolver.problems.add(code, key === undefined ? resolver.at : `${resolver.at}.${key}`, message)
      return NEVER
    }
  }
}

/** Stops after the first condition beyond the limit: the query is refused anyway. */
function resolveAll(expressions: readonly WhereExpression[], resolver: Resolver): Condition[] {
  const parts: Condition[] = []
  for (const expression of expressions) {
    if (resolver.counted.conditions > resolver.limits.conditions) break
    parts.push(resolve(expression, resolver))
  }
  return parts
}

/** A path of the query, as it was found from the own root and from those beside it. */
interface FoundPath {
  readonly name: string
  /** For issues. */
  readonly at: string
  readonly own: readonly ResolvedPath[]
  readonly beside: readonly (readonly ResolvedPath[])[]
  /** All of them; the first decides about limits and examples. */
  readonly known: readonly ResolvedPath[]
  readonly first: ResolvedPath
}

function resolveTests(path: string, tests: readonly WrittenTest[] | null, resolver: Resolver): Condition {
  const { counted, problems } = resolver
  const name = quoted(path)
  const at = `${resolver.at}.${name}`
  const found = [resolver.root, ...resolver.beside].map((root) => pathsIn(root, path, resolver))
  const [own = [], ...beside] = found.map((paths) => (paths === TOO_FAR ? [] : paths))
  const known = [own, ...beside].flat()
  const [first] = known
  if (first && tests)
    return allOf(tests.map((test) => resolveWritten(test, { name, at, own, beside, known, first }, resolver)))
  counted.conditions += 1
  if (first) {
    const example = `{ "${first.operators[0]}": … }`
    problems.add('type', at, `"${name}" takes an object of operators and values, such as ${example}.`)
  } else if (found.includes(TOO_FAR)) problems.add('max', at, leadsTooFar(name))
  else problems.add('unknown_field', at, `Unknown path "${name}".`)
  return NEVER
}

function resolveWritten({ operator, value, rows }: WrittenTest, path: FoundPath, resolver: Resolver): Condition {
  const { name, at, own, beside, known, first } = path
  const { counted, problems, limits } = resolver
  for (const { steps } of own) counted.steps += countHops(steps)
  if (!isOperator(operator) || !known.some(({ operators }) => operators.includes(operator))) {
    counted.conditions += 1
    const offered = [...new Set(known.flatMap(({ operators }) => operators))].join(', ')
    problems.add('option', at, `"${name}" has no operator "${quoted(operator)}". It has: ${offered}.`)
    return NEVER
  }
  if (isRowOperator(operator)) {
    counted.conditions += 1
    if (leadToNoneNear(own, resolver)) {
      problems.add('max', at, leadsTooFar(name))
      return NEVER
    }
    return rows ? resolveRows(own, beside.flat(), operator, rows, { ...resolver, at }) : NEVER
  }
  counted.conditions += countedConditions(first, operator, value)
  counted.words += searchedWords(first, operator, value)
  const condition = resolveTestInRows(own, beside, operator, value, limits)
  if (!isRefusal(condition)) return condition
  problems.add(condition.limit ? 'max' : 'type', at, `The value of "${operator}" on "${name}" ${condition.refused}.`)
  return NEVER
}

/** The path from this root, with its alternatives in other collections; empty if it is unknown there. */
function pathsIn(root: PathRoot, path: string, { hops, breadth }: Resolver): readonly ResolvedPath[] | typeof TOO_FAR {
  const resolved = resolvePath(path, root)
  if (!resolved) return []
  if (resolved === TOO_FAR) return TOO_FAR
  const paths = inAllCollections(resolved)
  const isNear = paths.every(({ steps }) => hops + countHops(steps) <= MOST_HOPS)
  return isNear && (paths.length === 1 || breadth * paths.length <= MOST_ALTERNATIVES) ? paths : TOO_FAR
}

/**
 * `some`, `none` and `every`: applies the query to the rows of each kind; one matching row of any kind decides. Issues
 * and limits are counted once, for the query as it was written.
 */
function resolveRows(
  own: readonly ResolvedPath[],
  beside: readonly ResolvedPath[],
  operator: RowOperator,
  asked: WhereExpression,
  resolver: Resolver,
): Condition {
  const rows = rowsOf(own, resolver)
  const all = [...rows, ...rowsOf(beside, resolver)]
  const breadth = resolver.breadth * Math.max(1, rows.length)
  const inside = { ...resolver, at: `${resolver.at}.${operator}`, breadth }
  const resolveFrom = (root: PathRoot, hops: number, isFirst: boolean): Condition =>
    resolve(asked, {
      ...inside,
      root,
      beside: all.map((other) => other.root).filter((other) => other !== root),
      hops,
      ...(!isFirst && { problems: new QueryProblems(), counted: newCount() }),
    })
  // Report problems even if there are no such rows. In rows that the caller may not see, every path is unknown.
  if (rows.length === 0) resolveFrom(all[0]?.root ?? nowhere(resolver.root), resolver.hops, true)
  const conditions = rows.map(({ steps, root }, index): Condition => {
    const found = resolveFrom(root, resolver.hops + countHops(steps), index === 0)
    const of = operator === 'every' ? complement(found) : found
    return of.kind === 'never' ? NEVER : { kind: 'some', steps, of }
  })
  return operator === 'some' ? anyOf(conditions) : complement(anyOf(conditions))
}

/** The kinds of rows at these paths; empty if there are too many of them, or if they are too many hops away. */
function rowsOf(paths: readonly ResolvedPath[], { hops, breadth }: Resolver): readonly RowsAt[] {
  const rows = paths.flatMap((path) => path.rows ?? [])
  return breadth * rows.length <= MOST_ALTERNATIVES
    ? rows.filter(({ steps }) => hops + countHops(steps) <= MOST_HOPS)
    : []
}

/** Whether such rows exist, but are too many hops away or of too many kinds. */
function leadToNoneNear(paths: readonly ResolvedPath[], resolver: Resolver): boolean {
  return paths.some(({ rows = [] }) => rows.length > 0) && rowsOf(paths, resolver).length === 0
}

function nowhere(root: PathRoot): PathRoot {
  return { ...root, row: true, fields: [], systemFields: [] }
}

function isRowOperator(name: Operator): name is RowOperator {
  return OPERATOR_TABLE[name].takes === 'query'
}

function isOperator(name: string): name is Operator {
  return Object.hasOwn(OPERATOR_TABLE, name)
}

/**
 * Resolves a test for rows of several kinds. Rows that lack the path, or have a field of another type there, count as
 * null.
 */
function resolveTestInRows(
  own: readonly ResolvedPath[],
  beside: readonly (readonly ResolvedPath[])[],
  operator: ValueOperator,
  value: unknown,
  limits: WhereLimits,
): Condition | Refusal {
  const parsed = [own, ...beside].map((paths) => {
    const isAble = paths.some(({ operators }) => operators.includes(operator))
    return isAble ? testOn(paths, operator, value, limits) : null
  })
  const [here = null] = parsed
  if (here && !isRefusal(here)) return here
  const there = parsed.find((one) => one !== null && !isRefusal(one))
  return there && !isRefusal(there) ? ofNothing(there) : (parsed.find((one) => one !== null) ?? NEVER)
}

function testOn(
  paths: readonly ResolvedPath[],
  operator: ValueOperator,
  value: unknown,
  limits: WhereLimits,
): Condition | Refusal {
  const [first, ...others] = paths
  return first && others.length === 0
    ? resolveTest(first, operator, value, limits)
    : testAny(paths, operator, value, limits)
}

/**
 * A test on a path into several collections: it passes if the value in any of them passes. Null means no value in all
 * of them, since a reference to one collection leads nowhere in the others. If the fields differ in type, only those
 * that support the operator count.
 */
function testAny(
  paths: readonly ResolvedPath[],
  operator: ValueOperator,
  value: unknown,
  limits: WhereLimits,
): Condition | Refusal {
  const again = (other: ValueOperator, given: unknown) => testAny(paths, other, given, limits)
  const row = OPERATOR_TABLE[operator]
  if ('negates' in row) return negate(again(row.negates, value))
  if (row.takes === 'valueOrNull' && value === null) return again('exists', false)
  if (row.takes === 'presence' && value === false) return negate(again(operator, true))
  if (row.takes === 'valuesOrNull' && Array.isArray(value) && value.includes(null)) {
    const found = again(
      operator,
      value.filter((one) => one !== null),
    )
    const nothing = again('exists', false)
    return isRefusal(found) || isRefusal(nothing) ? found : anyOf([found, nothing])
  }
  const able = paths.filter(({ operators }) => operators.includes(operator))
  const parsed = able.map((path) => resolveTest(path, operator, value, limits))
  const sound = parsed.filter((one): one is Condition => !isRefusal(one))
  return sound.length > 0 ? anyOf(sound) : (parsed.find(isRefusal) ?? NEVER)
}
