import type { Condition, PathStep } from '../contracts/condition.ts'

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
      return condition.path.steps.some(entersOther)
    case 'some':
      return condition.steps.some(entersOther) || leavesDocument(condition.of)
  }
}

export function entersOther({ kind }: PathStep): boolean {
  return kind === 'hop' || kind === 'twin' || kind === 'inverse'
}
