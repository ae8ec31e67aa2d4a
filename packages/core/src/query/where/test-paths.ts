import type { Condition } from '../../contracts/condition.ts'
import type { ValueOperator } from '../../contracts/operators.ts'
import { anyOf, NEVER, ofNothing } from '../combine-conditions.ts'
import type { ResolvedPath } from '../resolved-path.ts'
import { isRefusal, negate, type Refusal, resolveTest } from './resolve-test.ts'
import type { WhereLimits } from './where-limits.ts'

/**
 * Resolves a test for rows of several kinds. Rows that lack the path, or have a field of another type there, count as
 * null.
 */
export function testPaths(
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
  const parsed = able.map((path) => resolveTest(path, operator, value, limits))
  const sound = parsed.filter((one): one is Condition => !isRefusal(one))
  return sound.length > 0 ? anyOf(sound) : (parsed.find(isRefusal) ?? NEVER)
}
