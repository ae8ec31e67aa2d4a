import type { Condition } from '../contracts/condition.ts'
import { OPERATORS, type Operator, ROW_OPERATORS, type RowOperator, type ValueOperator } from '../contracts/field.ts'
import { isObject } from '../content/json-object.ts'
import { allOf, anyOf, complement, NEVER, ofNothing } from './combine-conditions.ts'
import { QueryProblems, quoted } from './invalid-query.ts'
import { countedConditions, isRefusal, negate, parseTest, type Refusal, searchedWords } from './parse-test.ts'
import {
  countHops,
  MOST_ALTERNATIVES,
  MOST_HOPS,
  type PathScope,
  type ResolvedPath,
  type RowsAt,
  resolvePath,
} from './resolve-path.ts'
import { tooManyWords } from './searched-words.ts'
import { CLIENT_LIMITS, type WhereLimits } from './where-limits.ts'

/**
 * A `where` expression as a condition. Everything wrong with it is reported at once, as `invalid_query` with issues whose paths
 * start with `at`. An unreadable path is reported in the very words of an unknown one (docs/contract/querying.md#unreadable-paths).
 */
export function parseWhere(
  where: unknown,
  scope: PathScope,
  { at = 'where', limits = CLIENT_LIMITS }: { readonly at?: string; readonly limits?: WhereLimits } = {},
): Condition {
  const problems = new QueryProblems()
  const counted = { conditions: 0, words: 0, steps: 0 }
  const parser: Parser = { scope, beside: [], hops: 0, breadth: 1, problems, at, limits, counted }
  const condition = parseExpression(where, 0, parser)
  if (counted.conditions > limits.conditions) problems.add('max', at, `Use at most ${limits.conditions} conditions.`)
  if (counted.words > limits.words) problems.add('max', at, tooManyWords(limits.words))
  if (counted.steps > limits.steps) {
    const bound = `All paths of a query take at most ${limits.steps} steps into other documents together.`
    problems.add('max', at, `${bound} Leave conditions out, ask "some" once for several of them, or use shorter paths.`)
  }
  problems.throwIfAny()
  return condition
}

interface Parser {
  readonly scope: PathScope
  /** The other kinds of rows that the same is asked of: those of a relationship to several collections. */
  readonly beside: readonly PathScope[]
  /** How many other documents lead to the rows that are asked. */
  readonly hops: number
  /** How many kinds of rows are asked the same. */
  readonly breadth: number
  readonly problems: QueryProblems
  readonly at: string
  readonly limits: WhereLimits
  readonly counted: { conditions: number; words: number; steps: number }
}

function parseExpression(expression: unknown, level: number, parser: Parser): Condition {
  if (!isObject(expression)) {
    parser.problems.add('type', parser.at, 'A query expression must be an object.')
    return NEVER
  }
  const parts: Condition[] = []
  for (const [key, value] of Object.entries(expression)) {
    if (parser.counted.conditions > parser.limits.conditions) break
    parts.push(
      key === 'and' || key === 'or' || key === 'not'
        ? parseJunction(key, value, level + 1, parser)
        : parsePath(key, value, level, parser),
    )
  }
  return allOf(parts)
}

function parseJunction(kind: 'and' | 'or' | 'not', value: unknown, level: number, parser: Parser): Condition {
  const { conditions } = parser.limits
  if (isTooDeep(level, parser)) return NEVER
  if (kind === 'not') return { kind: 'not', of: parseExpression(value, level, parser) }
  if (!Array.isArray(value)) {
    parser.problems.add('type', `${parser.at}.${kind}`, `"${kind}" takes a list of expressions.`)
    return NEVER
  }
  if (value.length > conditions) {
    parser.problems.add('max', `${parser.at}.${kind}`, `Use at most ${conditions} conditions.`)
    return NEVER
  }
  const parts = value.map((part) => parseExpression(part, level, parser))
  return kind === 'and' ? allOf(parts) : anyOf(parts)
}

function isTooDeep(level: number, { limits: { levels }, problems, at }: Parser): boolean {
  if (level <= levels) return false
  problems.add('max', at, `Use at most ${levels} levels.`)
  return true
}

function parsePath(path: string, tests: unknown, level: number, parser: Parser): Condition {
  const { counted, problems } = parser
  const name = quoted(path)
  const at = `${parser.at}.${name}`
  const own = pathsIn(parser.scope, path, parser)
  const beside = parser.beside.map((scope) => pathsIn(scope, path, parser))
  const known = [own, ...beside].flat()
  const [first] = known
  if (!first) {
    counted.conditions += 1
    problems.add('unknown_field', at, `Unknown path "${name}".`)
    return NEVER
  }
  if (!isObject(tests) || Object.keys(tests).length === 0) {
    counted.conditions += 1
    problems.add(
      'type',
      at,
      `"${name}" takes an object of operators and values, such as { "${first.operators[0]}": … }.`,
    )
    return NEVER
  }
  return allOf(
    Object.entries(tests).map(([operator, value]) => {
      counted.steps += own.reduce((sum, { steps }) => sum + countHops(steps), 0)
      if (!isOperator(operator) || !known.some(({ operators }) => operators.includes(operator))) {
        counted.conditions += 1
        const offered = [...new Set(known.flatMap(({ operators }) => operators))].join(', ')
        problems.add('option', at, `"${name}" has no operator "${quoted(operator)}". It has: ${offered}.`)
        return NEVER
      }
      if (isRowOperator(operator)) {
        counted.conditions += 1
        return parseRows(own, beside.flat(), operator, value, level + 1, { ...parser, at })
      }
      counted.conditions += countedConditions(first, operator, value)
      counted.words += searchedWords(first, operator, value)
      const condition = parseBeside(own, beside, operator, value, parser.limits)
      if (!isRefusal(condition)) return condition
      problems.add(
        condition.limit ? 'max' : 'type',
        at,
        `The value of "${operator}" on "${name}" ${condition.refused}.`,
      )
      return NEVER
    }),
  )
}

/** The path in this scope, and in all collections that it leads into; none where it is unknown there, or leads too far. */
function pathsIn(scope: PathScope, path: string, { hops, breadth }: Parser): readonly ResolvedPath[] {
  const resolved = resolvePath(path, scope)
  if (!resolved) return []
  const paths = [resolved, ...(resolved.alternatives ?? [])]
  const isNear = paths.every(({ steps }) => hops + countHops(steps) <= MOST_HOPS)
  return isNear && (paths.length === 1 || breadth * paths.length <= MOST_ALTERNATIVES) ? paths : []
}

/**
 * `some`, `none` and `every`: the same query for the rows of each kind, and one row of any kind decides. Problems and limits are those of
 * what was written, so they are told and counted once.
 */
function parseRows(
  own: readonly ResolvedPath[],
  beside: readonly ResolvedPath[],
  operator: RowOperator,
  value: unknown,
  level: number,
  parser: Parser,
): Condition {
  if (isTooDeep(level, parser)) return NEVER
  const rows = rowsOf(own, parser)
  const all = [...rows, ...rowsOf(beside, parser)]
  const breadth = parser.breadth * Math.max(1, rows.length)
  const inside = { ...parser, at: `${parser.at}.${operator}`, breadth }
  const ask = (scope: PathScope, hops: number, isFirst: boolean): Condition =>
    parseExpression(value, level, {
      ...inside,
      scope,
      beside: all.map((other) => other.scope).filter((other) => other !== scope),
      hops,
      ...(!isFirst && { problems: new QueryProblems(), counted: { conditions: 0, words: 0, steps: 0 } }),
    })
  // Also where there are no such rows, what is wrong with the query is told. Of rows that nobody may see, every path is unknown.
  if (rows.length === 0) ask(all[0]?.scope ?? nowhere(parser.scope), parser.hops, true)
  const found = rows.map(({ steps, scope }, index): Condition => {
    const asked = ask(scope, parser.hops + countHops(steps), index === 0)
    const of = operator === 'every' ? complement(asked) : asked
    return of.kind === 'never' ? NEVER : { kind: 'some', steps, of }
  })
  return operator === 'some' ? anyOf(found) : complement(anyOf(found))
}

/** The kinds of rows that these paths lead to; none if there are too many of them, or if they are too far away. */
function rowsOf(paths: readonly ResolvedPath[], { hops, breadth }: Parser): readonly RowsAt[] {
  const rows = paths.flatMap((path) => path.rows ?? [])
  return breadth * rows.length <= MOST_ALTERNATIVES
    ? rows.filter(({ steps }) => hops + countHops(steps) <= MOST_HOPS)
    : []
}

function nowhere(scope: PathScope): PathScope {
  return { ...scope, row: true, fields: [], systemFields: [] }
}

/** Of rows of several kinds, those that lack the path, or hold something else there, have nothing there. */
function parseBeside(
  own: readonly ResolvedPath[],
  beside: readonly (readonly ResolvedPath[])[],
  operator: ValueOperator,
  value: unknown,
  limits: WhereLimits,
): Condition | Refusal {
  const parsed = [own, ...beside].map((paths) => {
    const isAble = paths.some(({ operators }) => operators.includes(operator))
    return isAble ? parseOn(paths, operator, value, limits) : null
  })
  const [here = null] = parsed
  if (here && !isRefusal(here)) return here
  const there = parsed.find((one) => one !== null && !isRefusal(one))
  return there && !isRefusal(there) ? ofNothing(there) : (parsed.find((one) => one !== null) ?? NEVER)
}

function parseOn(
  paths: readonly ResolvedPath[],
  operator: ValueOperator,
  value: unknown,
  limits: WhereLimits,
): Condition | Refusal {
  const [first, ...others] = paths
  return first && others.length === 0
    ? parseTest(first, operator, value, limits)
    : parseAny(paths, operator, value, limits)
}

/**
 * A test on a path that leads into several collections: some value passes it in one of them. Null is what has a value in none of
 * them, since a reference to one collection leads nowhere in the others. Of fields that are not alike, those count that can take it.
 */
function parseAny(
  paths: readonly ResolvedPath[],
  operator: ValueOperator,
  value: unknown,
  limits: WhereLimits,
): Condition | Refusal {
  const again = (other: ValueOperator, given: unknown) => parseAny(paths, other, given, limits)
  if (operator === 'not_equals') return negate(again('equals', value))
  if (operator === 'not_in') return negate(again('in', value))
  if (operator === 'equals' && value === null) return again('exists', false)
  if (operator === 'exists' && value === false) return negate(again('exists', true))
  if (operator === 'in' && Array.isArray(value) && value.includes(null)) {
    const found = again(
      'in',
      value.filter((one) => one !== null),
    )
    const nothing = again('exists', false)
    return isRefusal(found) || isRefusal(nothing) ? found : anyOf([found, nothing])
  }
  const able = paths.filter(({ operators }) => operators.includes(operator))
  const parsed = able.map((path) => parseTest(path, operator, value, limits))
  const sound = parsed.filter((one): one is Condition => !isRefusal(one))
  return sound.length > 0 ? anyOf(sound) : (parsed.find(isRefusal) ?? NEVER)
}

function isRowOperator(name: Operator): name is RowOperator {
  return (ROW_OPERATORS as readonly Operator[]).includes(name)
}

function isOperator(name: string): name is Operator {
  return (OPERATORS as readonly string[]).includes(name)
}
