import type { Condition, Path, SortKey } from '@quire/core'
import type { SqlValue } from '../dialect/database.ts'
import { leavesDocument, pathKey, stepKey } from './path-key.ts'
import { formOf } from './tests.ts'

/** A query taken apart: queries of the same shape have the same SQL, and differ in the values that are bound. */
export interface Shape {
  readonly text: string
  /** In the order in which compiling asks for slots. */
  readonly values: readonly SqlValue[]
}

const shapes = new WeakMap<Condition | readonly SortKey[], Shape>()

/** A list asks twice with one condition, for its page and for its total: it is taken apart once. */
export function shapeOfCondition(condition: Condition): Shape {
  return remembered(condition, (values) => describeCondition(condition, values))
}

export function shapeOfSort(sort: readonly SortKey[]): Shape {
  return remembered(sort, (values) =>
    sort.map(({ path, descending }) => `${descending ? '-' : '+'}${describePath(path, values)}`).join(),
  )
}

function remembered(part: Condition | readonly SortKey[], describe: (values: SqlValue[]) => string): Shape {
  const known = shapes.get(part)
  if (known) return known
  const values: SqlValue[] = []
  const shape = { text: describe(values), values }
  shapes.set(part, shape)
  return shape
}

function describeCondition(condition: Condition, values: SqlValue[]): string {
  switch (condition.kind) {
    case 'always':
    case 'never':
      return condition.kind
    case 'and':
    case 'or':
      return `${condition.kind}(${condition.of.map((part) => describeCondition(part, values)).join()})`
    case 'not':
      return `not(${describeCondition(condition.of, values)})`
    case 'compare': {
      const { path, test } = condition
      const place = describePath(path, values)
      const form = formOf(test)
      values.push(...form.values(test))
      return `${place} ${test.op} ${form.shape(test)}`
    }
  }
}

function describePath(path: Path, values: SqlValue[]): string {
  if (!leavesDocument(path)) return pathKey(path)
  const steps = path.steps.map((step) => {
    const key = JSON.stringify(stepKey(step))
    return 'scope' in step ? `${key}(${describeCondition(step.scope, values)})` : key
  })
  return `${path.storedAs}[${steps.join()}]`
}
