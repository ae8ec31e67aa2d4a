import { type Comparison, type Condition, type RecordMatch, isStorableText } from '@quirecms/core'
import { sql } from 'kysely'
import type { SqlValue } from '../dialect/database.ts'
import type { Fragment, SqlDialect } from '../dialect/sql-dialect.ts'
import { type LaidOutColumn, type RecordLayout, refuseOtherType } from './record-layout.ts'
import { Slot } from '../where/compilation.ts'
import type { Target } from '../where/target.ts'
import { formOf } from '../where/operators.ts'

type Operator = '=' | '<' | '>' | 'is null' | 'in'

/** One comparison. Null is a literal; all other values are bound. */
interface ColumnTest {
  readonly column: LaidOutColumn
  readonly comparison: Operator
  /** Number of values that it binds. */
  readonly values: number
}

/** A match, split into what decides its SQL, and the values to bind. */
export interface ParsedMatch {
  readonly tests: readonly ColumnTest[]
  readonly values: readonly SqlValue[]
  /** The same for all matches with the same SQL. */
  readonly statementKey: string
  /** False if a text can't be in any record. */
  readonly isPossible: boolean
}

export function parseMatch(match: RecordMatch, layout: RecordLayout): ParsedMatch {
  const tests: ColumnTest[] = []
  const values: SqlValue[] = []
  let statementKey = ''
  let isPossible = true
  const add = (column: LaidOutColumn, comparison: Operator, given: readonly (string | number)[]) => {
    tests.push({ column, comparison, values: given.length })
    statementKey += ` ${column.name} ${comparison} ${given.length}`
    for (const value of given) refuseOtherType(value, column)
    if (comparison === 'in' ? given.length === 0 : !given.every(isStorable)) isPossible = false
    values.push(...given)
  }
  for (const [name, value] of Object.entries(match)) {
    const column = layout.column(name)
    if (value === undefined) throw new Error(`what ${name} is compared with is undefined`)
    if (value === null) add(column, 'is null', [])
    else if (typeof value !== 'object') add(column, '=', [value])
    else if ('oneOf' in value) add(column, 'in', value.oneOf.filter(isStorable))
    else {
      // Without a bound, it would match every record, and a removal would delete them all.
      if (!('below' in value || 'above' in value)) throw new Error(`the range of ${name} has no bound`)
      if ('below' in value) add(column, '<', [value.below])
      if ('above' in value) add(column, '>', [value.above])
    }
  }
  return { tests, values, statementKey, isPossible }
}

function isStorable(value: string | number): boolean {
  return typeof value !== 'string' || isStorableText(value)
}

/** `firstSlot` is the number of the first value. */
export function compileMatch({ tests }: ParsedMatch, firstSlot: number): Fragment {
  if (tests.length === 0) return sql`true`
  let slot = firstSlot
  const compiled = tests.map(({ column, comparison, values }) => {
    const name = sql.id(column.column)
    if (comparison === 'is null') return sql`${name} is null`
    const slots = Array.from({ length: values }, () => new Slot(slot++))
    // An empty list matches nothing and is never queried.
    if (comparison === 'in') return sql`${name} in (${sql.join(slots.length > 0 ? slots : [sql`null`])})`
    return sql`${name} ${sql.raw(comparison)} ${slots[0]}`
  })
  return sql.join(compiled, sql` and `)
}

/** The same for a condition on records. */
interface ParsedWhere {
  readonly statementKey: string
  readonly values: readonly SqlValue[]
  /** `firstSlot` is that of the first value. */
  compile(firstSlot: number): Fragment
}

/** Parses a condition on records: the language of document queries, limited to columns. */
export function parseRecordWhere(where: Condition, layout: RecordLayout, dialect: SqlDialect): ParsedWhere {
  const values: SqlValue[] = []
  const statementKey = keyOf(where, layout, values)
  return {
    statementKey,
    values,
    compile(firstSlot) {
      let slot = firstSlot
      return compile(where, { layout, dialect, slots: () => new Slot(slot++) })
    },
  }
}

function keyOf(condition: Condition, layout: RecordLayout, values: SqlValue[]): string {
  switch (condition.kind) {
    case 'always':
    case 'never':
      return condition.kind
    case 'and':
    case 'or':
      return `${condition.kind}(${condition.of.map((part) => keyOf(part, layout, values)).join()})`
    case 'not':
      return `not(${keyOf(condition.of, layout, values)})`
    case 'compare': {
      const { test } = condition
      const form = formOf(test)
      values.push(...form.values(test))
      return `${columnOf(condition, layout).name} ${test.op} ${form.key(test)}`
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

/** Compiles as for documents: a comparison with null is not true, and `not` takes that into account. */
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
