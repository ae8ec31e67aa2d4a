import type { Condition } from '../contracts/condition.ts'
import { OPERATORS, type Operator } from '../contracts/field.ts'
import { isObject } from '../content/json-object.ts'
import { QueryProblems, quoted } from './invalid-query.ts'
import { isRefusal, negate, parseTest, type Refusal, searchedWords } from './parse-test.ts'
import { type PathScope, type ResolvedPath, resolvePath } from './resolve-path.ts'
import { CLIENT_LIMITS, type WhereLimits } from './where-limits.ts'

export const ALWAYS: Condition = { kind: 'always' }
export const NEVER: Condition = { kind: 'never' }

/**
 * A `where` expression as a condition. Everything wrong with it is reported at once, as `invalid_query` with issues whose paths
 * start with `at`. An unreadable path is reported in the very words of an unknown one (contract 5).
 */
export function parseWhere(
  where: unknown,
  scope: PathScope,
  { at = 'where', limits = CLIENT_LIMITS }: { readonly at?: string; readonly limits?: WhereLimits } = {},
): Condition {
  const problems = new QueryProblems()
  const parser: Parser = { scope, problems, at, limits, conditions: 0, words: 0 }
  const condition = parseExpression(where, 0, parser)
  if (parser.conditions > limits.conditions) problems.add('max', at, `Use at most ${limits.conditions} conditions.`)
  if (parser.words > limits.words) {
    const searches = '"like", "contains", "starts_with" and "ends_with"'
    problems.add('max', at, `All ${searches} of a query hold at most ${limits.words} words together: leave some out.`)
  }
  problems.throwIfAny()
  return condition
}

interface Parser {
  readonly scope: PathScope
  readonly problems: QueryProblems
  readonly at: string
  readonly limits: WhereLimits
  conditions: number
  words: number
}

function parseExpression(expression: unknown, level: number, parser: Parser): Condition {
  if (!isObject(expression)) {
    parser.problems.add('type', parser.at, 'A query expression must be an object.')
    return NEVER
  }
  const parts: Condition[] = []
  for (const [key, value] of Object.entries(expression)) {
    if (parser.conditions > parser.limits.conditions) break
    parts.push(
      key === 'and' || key === 'or' || key === 'not'
        ? parseJunction(key, value, level + 1, parser)
        : parsePath(key, value, parser),
    )
  }
  return allOf(parts)
}

function parseJunction(kind: 'and' | 'or' | 'not', value: unknown, level: number, parser: Parser): Condition {
  const { levels, conditions } = parser.limits
  if (level > levels) {
    parser.problems.add('max', parser.at, `Use at most ${levels} levels.`)
    return NEVER
  }
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

function parsePath(path: string, tests: unknown, parser: Parser): Condition {
  const name = quoted(path)
  const at = `${parser.at}.${name}`
  const resolved = resolvePath(path, parser.scope)
  if (!resolved) {
    parser.conditions += 1
    parser.problems.add('unknown_field', at, `Unknown path "${name}".`)
    return NEVER
  }
  if (!isObject(tests) || Object.keys(tests).length === 0) {
    parser.conditions += 1
    parser.problems.add(
      'type',
      at,
      `"${name}" takes an object of operators and values, such as { "${resolved.operators[0]}": … }.`,
    )
    return NEVER
  }
  return allOf(
    Object.entries(tests).map(([operator, value]) => {
      parser.conditions += 1
      const paths = [resolved, ...(resolved.alternatives ?? [])]
      if (!isOperator(operator) || !paths.some(({ operators }) => operators.includes(operator))) {
        const known = [...new Set(paths.flatMap(({ operators }) => operators))].join(', ')
        parser.problems.add('option', at, `"${name}" has no operator "${quoted(operator)}". It has: ${known}.`)
        return NEVER
      }
      parser.words += searchedWords(resolved, operator, value)
      const condition = resolved.alternatives
        ? parseAny(paths, operator, value, parser.limits)
        : parseTest(resolved, operator, value, parser.limits)
      if (!isRefusal(condition)) return condition
      parser.problems.add(
        condition.limit ? 'max' : 'type',
        at,
        `The value of "${operator}" on "${name}" ${condition.refused}.`,
      )
      return NEVER
    }),
  )
}

/**
 * A test on a path that leads into several collections: some value passes it in one of them. Null is what has a value in none of
 * them, since a reference to one collection leads nowhere in the others. Of fields that are not alike, those count that can take it.
 */
function parseAny(
  paths: readonly ResolvedPath[],
  operator: Operator,
  value: unknown,
  limits: WhereLimits,
): Condition | Refusal {
  const again = (other: Operator, given: unknown) => parseAny(paths, other, given, limits)
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

function isOperator(name: string): name is Operator {
  return (OPERATORS as readonly string[]).includes(name)
}

/** And, without needless wrapping: storage caches statements by the condition's shape. */
export function allOf(conditions: readonly Condition[]): Condition {
  const needed = conditions.filter((condition) => condition.kind !== 'always')
  if (needed.some((condition) => condition.kind === 'never')) return NEVER
  if (needed.length === 0) return ALWAYS
  return needed.length === 1 && needed[0] ? needed[0] : { kind: 'and', of: needed }
}

function anyOf(conditions: readonly Condition[]): Condition {
  if (conditions.some((condition) => condition.kind === 'always')) return ALWAYS
  const needed = conditions.filter((condition) => condition.kind !== 'never')
  if (needed.length === 0) return NEVER
  return needed.length === 1 && needed[0] ? needed[0] : { kind: 'or', of: needed }
}
