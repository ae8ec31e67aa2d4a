import type { Comparison, Condition } from '@quirecms/core'
import { sql } from 'kysely'
import type { SqlValue } from '../dialect/database.ts'
import type { Fragment, SqlDialect } from '../dialect/sql-dialect.ts'
import { Slot } from '../where/slot.ts'
import type { Target } from '../where/target.ts'
import { formOf } from '../where/tests.ts'
import type { LaidOutColumn, RecordLayout } from './record-layout.ts'

/** The shape of a condition on records, its values, and its SQL. */
interface ReadWhere {
  readonly shape: string
  readonly values: readonly SqlValue[]
  /** `firstSlot` is the number of the first value. */
  compile(firstSlot: number): Fragment
}

/** The same language as in queries of documents, with the columns of records: no content and no relationships. */
export function readRecordWhere(where: Condition, layout: RecordLayout, dialect: SqlDialect): ReadWhere {
  const values: SqlValue[] = []
  const shape = shapeOf(where, layout, values)
  return {
    shape,
    values,
    compile(firstSlot) {
      let slot = firstSlot
      return compile(where, { layout, dialect, slots: () => new Slot(slot++) })
    },
  }
}

function shapeOf(condition: Condition, layout: RecordLayout, values: SqlValue[]): string {
  switch (condition.kind) {
    case 'always':
    case 'never':
      return condition.kind
    case 'and':
    case 'or':
      return `${condition.kind}(${condition.of.map((part) => shapeOf(part, layout, values)).join()})`
    case 'not':
      return `not(${shapeOf(condition.of, layout, values)})`
    case 'compare': {
      const { test } = condition
      const form = formOf(test)
      values.push(...form.values(test))
      return `${columnOf(condition, layout).name} ${test.op} ${form.shape(test)}`
    }
    default:
      throw elsewhere()
  }
}

interface Compiling {
  readonly layout: RecordLayout
  readonly dialect: SqlDialect
  readonly slots: () => Slot
}

/** As for documents: a comparison with null is false, also under `not`. */
function compile(condition: Condition, compiling: Compiling): Fragment {
  const all = (parts: readonly Condition[]) => parts.map((part) => compile(part, compiling))
  switch (condition.kind) {
    case 'always':
      return sql`true`
    case 'never':
      return sql`false`
    case 'and':
      return condition.of.length > 0 ? sql`(${sql.join(all(condition.of), sql` and `)})` : sql`true`
    case 'or':
      return condition.of.length > 0 ? sql`(${sql.join(all(condition.of), sql` or `)})` : sql`false`
    case 'not':
      return sql`((${compile(condition.of, compiling)}) is not true)`
    case 'compare': {
      const { layout, dialect, slots } = compiling
      const target = targetOf(columnOf(condition, layout), dialect)
      return formOf(condition.test).compile(condition.test, target, slots, dialect)
    }
    default:
      throw elsewhere()
  }
}

function columnOf({ path: { steps } }: Comparison, layout: RecordLayout): LaidOutColumn {
  const [first, ...others] = steps
  if (first?.kind !== 'column' || others.length > 0) throw elsewhere()
  return layout.column(first.name)
}

function elsewhere(): Error {
  return new Error('a condition on records names their columns, and nothing else')
}

function targetOf({ column, type, nullable }: LaidOutColumn, dialect: SqlDialect): Target {
  const value = dialect.column(sql.id(column), type)
  const kindOfColumn = type === 'integer' ? 'number' : 'text'
  return {
    comparable: (kind) => (kind === kindOfColumn ? { value } : undefined),
    text: () => (kindOfColumn === 'text' ? value : sql`null`),
    isNull: () => sql`${value} is null`,
    raw: () => sql`null`,
    indexKey: undefined,
    through: [],
    nullable,
  }
}
