import type { RecordMatch } from '@quirecms/core'
import { sql } from 'kysely'
import type { SqlValue } from '../dialect/database.ts'
import type { Fragment } from '../dialect/sql-dialect.ts'
import { Slot } from '../where/slot.ts'
import { isStorableText } from '../where/storable-text.ts'
import { type LaidOutColumn, type RecordLayout, refuseOtherType } from './record-layout.ts'

type Comparison = '=' | '<' | '>' | 'is null' | 'in'

/** One test of a match. Null is a literal, every other value is bound. */
interface ColumnTest {
  readonly column: LaidOutColumn
  readonly comparison: Comparison
  readonly values: number
}

/** The shape of a match, which decides the statement, and its values. */
export interface ReadMatch {
  readonly tests: readonly ColumnTest[]
  readonly values: readonly SqlValue[]
  /** The same for all matches with the same SQL. */
  readonly shape: string
  /** False if a text can't be in any record. */
  readonly isPossible: boolean
}

export function readMatch(match: RecordMatch, layout: RecordLayout): ReadMatch {
  const tests: ColumnTest[] = []
  const values: SqlValue[] = []
  let shape = ''
  let isPossible = true
  const add = (column: LaidOutColumn, comparison: Comparison, given: readonly (string | number)[]) => {
    tests.push({ column, comparison, values: given.length })
    shape += ` ${column.name} ${comparison} ${given.length}`
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
      // / An unknown key would match every record, and a removal would delete them all.
      if (!('below' in value || 'above' in value)) throw new Error(`the range of ${name} has no bound`)
      if ('below' in value) add(column, '<', [value.below])
      if ('above' in value) add(column, '>', [value.above])
    }
  }
  return { tests, values, shape, isPossible }
}

/** Whether a record can contain it. */
function isStorable(value: string | number): boolean {
  return typeof value !== 'string' || isStorableText(value)
}

/** `firstSlot` is the number of the first value. */
export function compileMatch({ tests }: ReadMatch, firstSlot: number): Fragment {
  if (tests.length === 0) return sql`true`
  let slot = firstSlot
  const compiled = tests.map(({ column, comparison, values }) => {
    const name = sql.id(column.column)
    if (comparison === 'is null') return sql`${name} is null`
    const slots = Array.from({ length: values }, () => new Slot(slot++))
    // / An empty list matches nothing and is never queried.
    if (comparison === 'in') return sql`${name} in (${sql.join(slots.length > 0 ? slots : [sql`null`])})`
    return sql`${name} ${sql.raw(comparison)} ${slots[0]}`
  })
  return sql.join(compiled, sql` and `)
}
