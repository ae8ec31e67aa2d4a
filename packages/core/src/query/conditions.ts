import type { Condition, PathStep } from '../contracts/condition.ts'

export const ALWAYS: Condition = { kind: 'always' }
export const NEVER: Condition = { kind: 'never' }

/** Conjunction without needless nesting: storage caches statements by the shape of the condition. */
export function allOf(conditions: readonly Condition[]): Condition {
  const needed = conditions.filter((condition) => condition.kind !== 'always')
  if (needed.some((condition) => condition.kind === 'never')) return NEVER
  if (needed.length === 0) return ALWAYS
  return needed.length === 1 && needed[0] ? needed[0] : { kind: 'and', of: needed }
}

/** Disjunction, simplified in the same way. */
export function anyOf(conditions: readonly Condition[]): Condition {
  if (conditions.some((condition) => condition.kind === 'always')) return ALWAYS
  const needed = conditions.filter((condition) => condition.kind !== 'never')
  if (needed.length === 0) return NEVER
  return needed.length === 1 && needed[0] ? needed[0] : { kind: 'or', of: needed }
}

export function complement(condition: Condition): Condition {
  if (condition.kind === 'always') return NEVER
  return condition.kind === 'never' ? ALWAYS : { kind: 'not', of: condition }
}

/** The value of a condition whose paths lead nowhere: every path yields null there. */
export function ofNothing(condition: Condition): Condition {
  switch (condition.kind) {
    case 'and':
      return allOf(condition.of.map(ofNothing))
    case 'or':
      return anyOf(condition.of.map(ofNothing))
    case 'not':
      return complement(ofNothing(condition.of))
    case 'compare':
      return condition.test.op === 'is_null' ? ALWAYS : NEVER
    case 'some':
      return NEVER
    default:
      return condition
  }
}

export function leavesDocument(condition: Condition): boolean {
  switch (condition.kind) {
    case 'always':
    case 'never':
      return false
    case 'search':
      return true
    case 'and':
    case 'or':
      return condition.of.some(leavesDocument)
    case 'not':
      return leavesDocument(condition.of)
    case 'compare':
      return condition.path.steps.some(entersDocument)
    case 'some':
      return condition.steps.some(entersDocument) || leavesDocument(condition.of)
  }
}

export function entersDocument({ kind }: PathStep): boolean {
  return kind === 'hop' || kind === 'twin' || kind === 'inverse'
}
