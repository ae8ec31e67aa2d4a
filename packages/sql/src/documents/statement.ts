import type { Reach, SqlValue } from '../dialect/database.ts'
import type { Fragment, SqlDialect } from '../dialect/sql-dialect.ts'
import { Slot } from '../where/slot.ts'

/** A statement with the values of one call. */
export interface BoundStatement {
  readonly text: string
  readonly parameters: readonly SqlValue[]
  readonly reach: readonly Reach[]
  /** The tables that decide what it finds, where remembering that costs less than finding it again. A key is found at once. */
  readonly tables?: readonly string[] | undefined
  /** The same for all statements that were compiled together with this one. */
  readonly number: number
}

/** A statement that is compiled once and run with many values. */
export type Statement = (values: readonly SqlValue[]) => BoundStatement

const BY_KEYS: readonly Reach[] = []
let compiled = 0

export interface StatementOptions {
  readonly reachOf?: (values: readonly SqlValue[]) => readonly Reach[]
  readonly tables?: readonly string[]
}

export function compileStatement(
  fragment: Fragment,
  dialect: SqlDialect,
  { reachOf = () => BY_KEYS, tables }: StatementOptions = {},
): Statement {
  const { sql: text, parameters } = fragment.compile(dialect.builder)
  compiled += 1
  const number = compiled
  return (values) => ({
    text,
    number,
    tables,
    reach: reachOf(values),
    parameters: parameters.map((parameter) =>
      dialect.bind((parameter instanceof Slot ? values[parameter.index] : parameter) as SqlValue),
    ),
  })
}
