import type { Condition, Path, PathStep, SortKey } from '@quirecms/core'
import type { SqlValue } from '../dialect/database.ts'
import { leavesDocument, pathKey, stepKey } from './path-key.ts'
import { formOf } from './tests.ts'

export function shapeOfCondition(condition: Condition, values: SqlValue[]): string {
  switch (condition.kind) {
    case 'always':
      return 'always'
    case 'never':
      return 'never'
    case 'and':
    case 'or': {
      let shape = `${condition.kind}(`
      for (const part of condition.of) shape += `${shapeOfCondition(part, values)},`
      return `${shape})`
    }
    case 'not':
      return `not(${shapeOfCondition(condition.of, values)})`
    case 'compare': {
      const { path, test } = condition
      const place = shapeOfPath(path, values)
      const form = formOf(test)
      for (const value of form.values(test)) values.push(value)
      return `${place} ${test.op} ${form.shape(test)}`
    }
    case 'search':
      values.push(condition.words.join(' '), condition.locale)
      return condition.words.length > 0 ? 'search' : 'search nothing'
    case 'some':
      return `some(${shapeOfSteps(condition.steps, values)} ${shapeOfCondition(condition.of, values)})`
  }
}

export function shapeOfSort(sort: readonly SortKey[], values: SqlValue[]): string {
  let shape = ''
  for (const { path, alternatives = [], descending } of sort) {
    shape += descending ? ' desc ' : ' asc '
    for (const one of [path, ...alternatives]) shape += `${shapeOfPath(one, values)};`
  }
  return shape
}

export function shapeOfPath(path: Path, values: SqlValue[]): string {
  return leavesDocument(path) ? path.storedAs + shapeOfSteps(path.steps, values) : pathKey(path)
}

function shapeOfSteps(steps: readonly PathStep[], values: SqlValue[]): string {
  let shape = ''
  for (const step of steps) {
    shape += stepKey(step)
    if ('scope' in step) shape += `(${shapeOfCondition(step.scope, values)})`
  }
  return shape
}
