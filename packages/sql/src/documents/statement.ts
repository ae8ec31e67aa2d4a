import type { Reach, SqlValue } from '../dialect/database.ts'
import type { Fragment, SqlDialect } from '../dialect/sql-dialect.ts'
import { Slot } from '../where/slot.ts'

/** A statement with the values of one call. */
export interface BoundStatement {
  readonly text: string
  readonly parameters: readonly SqlValue[]
  readonly reach: readonly Reach[]
}

/** A statement that is compiled once and run with many values. */
export type Statement = (values: readonly SqlValue[]) => BoundStatement

const BY_KEYS: readonly Reach[] = []

export function compileStatement(
  fragment: Fragment,
  dialect: SqlDialect,
  reachOf: (values: readonly SqlValue[]) => readonly Reach[] = () => BY_KEYS,
): Statement {
  const { sql: text, parameters } = fragment.compile(dialect.builder)
  return (values) => ({
    text,
    reach: reachOf(values),
    parameters: parameters.map((parameter) =>
      dialect.bind((parameter instanceof Slot ? values[parameter.index] : parameter) as SqlValue),
    ),
  })
}
