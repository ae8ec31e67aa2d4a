import { BoundedCache, MemoryBudget } from '../dialect/bounded-cache.ts'
import type { KnownOfRead, ManyRows, Reach, SqlValue } from '../dialect/database.ts'
import type { Fragment, SqlDialect } from '../dialect/sql-dialect.ts'
import { Slot } from '../where/slot.ts'

/** A statement with the values of one call. */
export interface BoundStatement extends KnownOfRead {
  readonly text: string
  readonly parameters: readonly SqlValue[]
  readonly reach: readonly Reach[]
  readonly many: ManyRows | undefined
  /** The tables that its result depends on, if caching it is cheaper than running it; not for lookups by key. */
  readonly tables?: readonly string[] | undefined
  /** The same for all statements that were compiled together. */
  readonly number: number
}

/** A statement that is compiled once and run with many values. */
export interface Statement {
  (values: readonly SqlValue[]): BoundStatement
  readonly text: string
}

/**
 * Statements of all tables by their shapes. There is room for every shape that an application uses; what exceeds it
 * comes from clients.
 */
export type KeptStatements = BoundedCache<Statement>

/** Room for a few thousand statements. One of several kilobytes is hardly from the application. */
export function budgetForStatements(): MemoryBudget {
  return new MemoryBudget({ characters: 4 * 1024 * 1024, longest: 12 * 1024 })
}

export function keptIn(budget: MemoryBudget): KeptStatements {
  return new BoundedCache(budget, ({ text }) => text.length)
}

const BY_KEYS: readonly Reach[] = []
let compiled = 0

export interface StatementOptions {
  readonly reachOf?: (values: readonly SqlValue[]) => readonly Reach[]
  readonly tables?: readonly string[]
  /** Set if it finds many rows: which ones, by the values of a call. */
  readonly manyOf?: (values: readonly SqlValue[]) => ManyRows
}

export function compileStatement(
  fragment: Fragment,
  dialect: SqlDialect,
  { reachOf = () => BY_KEYS, tables, manyOf }: StatementOptions = {},
): Statement {
  const { sql: text, parameters } = fragment.compile(dialect.builder)
  compiled += 1
  const number = compiled
  // / Most writes: every value once, in the order of the statement.
  const isInOrder = parameters.every((parameter, index) => parameter instanceof Slot && parameter.index === index)
  const bound = (values: readonly SqlValue[]): SqlValue[] =>
    isInOrder && values.length === parameters.length
      ? values.map((value) => dialect.bind(value))
      : parameters.map((parameter) =>
          dialect.bind((parameter instanceof Slot ? values[parameter.index] : parameter) as SqlValue),
        )
  const bind = (values: readonly SqlValue[]): BoundStatement => ({
    text,
    number,
    tables,
    many: manyOf?.(values),
    reach: reachOf(values),
    parameters: bound(values),
  })
  return Object.assign(bind, { text })
}
