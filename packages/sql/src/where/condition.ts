import type { Comparison, Condition } from '@quire/core'
import { sql } from 'kysely'
import type { SqlValue } from '../dialect/database.ts'
import type { Fragment, SqlDialect } from '../dialect/sql-dialect.ts'
import { pathKey } from './path.ts'
import { Slot } from './slot.ts'
import { type TableColumns, type Target, targetOf } from './target.ts'
import { formOf } from './tests.ts'

/** A condition taken apart: conditions of the same shape have the same SQL, and differ in the values that are bound. */
export interface ShapedCondition {
  readonly shape: string
  readonly values: readonly SqlValue[]
}

const shaped = new WeakMap<Condition, ShapedCondition>()

/** A list asks twice with one condition, for its page and for its total: it is taken apart once. */
export function shapeOf(condition: Condition): ShapedCondition {
  const known = shaped.get(condition)
  if (known) return known
  const values: SqlValue[] = []
  const result = { shape: describe(condition, values), values }
  shaped.set(condition, result)
  return result
}

function describe(condition: Condition, values: SqlValue[]): string {
  switch (condition.kind) {
    case 'always':
    case 'never':
      return condition.kind
    case 'and':
    case 'or':
      return `${condition.kind}(${condition.of.map((part) => describe(part, values)).join()})`
    case 'not':
      return `not(${describe(condition.of, values)})`
    case 'compare': {
      const { path, test } = condition
      const form = formOf(test)
      values.push(...form.values(test))
      return `${pathKey(path)} ${test.op} ${form.shape(test)}`
    }
  }
}

/**
 * The condition as SQL, with slots numbered from `firstSlot` in the order of its values. A comparison may come out as SQL null instead
 * of false: `where` takes both alike, and an index is only found for the bare comparison. `not` is where the difference would
 * show, so it asks for "is not true".
 */
export function compileCondition(
  condition: Condition,
  table: TableColumns,
  dialect: SqlDialect,
  firstSlot: number,
): Fragment {
  let next = firstSlot
  const slots = () => new Slot(next++)

  const compile = (part: Condition): Fragment => {
    switch (part.kind) {
      case 'always':
        return sql`true`
      case 'never':
        return sql`false`
      case 'and':
        return part.of.length > 0 ? sql`(${sql.join(part.of.map(compile), sql` and `)})` : sql`true`
      case 'or':
        return part.of.length > 0 ? sql`(${sql.join(part.of.map(compile), sql` or `)})` : sql`false`
      case 'not':
        return sql`((${compile(part.of)}) is not true)`
      case 'compare':
        return compileComparison(part)
    }
  }

  const compileComparison = ({ path, test }: Comparison): Fragment => {
    const target = targetOf(path, table, dialect)
    const found = formOf(test).compile(test, target, slots, dialect)
    if (target.through.length === 0) return sql`(${found})`
    return test.op === 'is_null' ? someOrNone(target, found) : some(target, found)
  }

  return compile(condition)
}

/** Some of the many values passes the test. */
function some({ through }: Target, found: Fragment): Fragment {
  const from = through.map((rows) => rows.from)
  const on = through.map((rows) => rows.on)
  return sql`exists (select 1 from ${sql.join(from)} where ${sql.join([...on, sql`(${found})`], sql` and `)})`
}

/** An empty list counts as one null, at each level: the outer joins bring its row, and everything in that is null. */
function someOrNone({ through }: Target, found: Fragment): Fragment {
  const joins = through.map((rows) => sql`left join ${rows.from} on ${rows.on}`)
  return sql`exists (select 1 from (select 1) as r0 ${sql.join(joins, sql` `)} where ${found})`
}
