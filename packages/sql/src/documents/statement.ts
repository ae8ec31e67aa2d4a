import { LruByBytes } from '@quirecms/core'
import type { ReadHints, ManyRows, Reach, SqlValue } from '../dialect/database.ts'
import type { Fragment, SqlDialect } from '../dialect/sql-dialect.ts'
import { Slot } from '../where/compilation.ts'

export interface BoundStatement extends ReadHints {
  readonly text: string
  readonly parameters: readonly SqlValue[]
  readonly reach: readonly Reach[]
  readonly many: ManyRows | undefined
}

export interface Statement {
  (values: readonly SqlValue[]): BoundStatement
  readonly text: string
  /** Names in the database of the tables that decide what it finds; empty if that is not needed. */
  readonly tables: readonly string[]
}

/**
 * Statements of a database by key. Room for a few thousand, more than an application has; clients can cause others.
 * Long statements are not cached, since few applications have any.
 */
export function statementCache(): LruByBytes<Statement> {
  return new LruByBytes({ most: 8 * 1024 * 1024, longest: 24 * 1024, bytesOf: ({ text }) => 2 * text.length })
}

let spaces = 0

/** The statements of one table in the cache that all tables share. */
export class CachedStatements {
  readonly #all: LruByBytes<Statement>
  readonly #space: number

  constructor(all: LruByBytes<Statement>) {
    this.#all = all
    this.#space = spaces
    spaces += 1
  }

  getOrMake(key: string, make: () => Statement): Statement {
    return this.#all.getOrMake(`${this.#space} ${key}`, make)
  }
}

const BY_KEYS: readonly Reach[] = []

const MOST_SMALL = 12
const PAGE_SIZES: ReadonlySet<number> = new Set([20, 25, 50, 100])

/**
 * A limit that is written into the statement, and undefined for one that is bound: clients can't create arbitrarily many
 * statements. Plans depend on the limit, so SQLite plans a statement with a bound one anew for each call, and PostgreSQL
 * assumes a tenth of all rows. Pages are often read with one row more than they show.
 */
export function usualLimit(limit: number): number | undefined {
  return limit <= MOST_SMALL || PAGE_SIZES.has(limit) || PAGE_SIZES.has(limit - 1) ? limit : undefined
}

export interface StatementOptions {
  readonly reachOf?: (values: readonly SqlValue[]) => readonly Reach[]
  readonly tables?: readonly string[]
  /** Set if it finds many rows: what it must scan, by the values of a call. */
  readonly manyOf?: (values: readonly SqlValue[]) => ManyRows
}

export function compileStatement(
  fragment: Fragment,
  dialect: SqlDialect,
  { reachOf = () => BY_KEYS, tables = [], manyOf }: StatementOptions = {},
): Statement {
  const { sql: text, parameters } = fragment.compile(dialect.builder)
  // Most writes: every value once, in the order of the statement.
  const isInOrder = parameters.every((parameter, index) => parameter instanceof Slot && parameter.index === index)
  const bound = (values: readonly SqlValue[]): SqlValue[] =>
    isInOrder && values.length === parameters.length
      ? values.map((value) => dialect.bind(value))
      : parameters.map((parameter) =>
          dialect.bind((parameter instanceof Slot ? values[parameter.index] : parameter) as SqlValue),
        )
  const bind = (values: readonly SqlValue[]): BoundStatement => ({
    text,
    many: manyOf?.(values),
    reach: reachOf(values),
    parameters: bound(values),
  })
  return Object.assign(bind, { text, tables })
}
