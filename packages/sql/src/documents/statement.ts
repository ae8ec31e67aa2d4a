import { LruByBytes } from '@quirecms/core'
import type { KnownOfRead, ManyRows, Reach, SqlValue } from '../dialect/database.ts'
import type { Fragment, SqlDialect } from '../dialect/sql-dialect.ts'
import { Slot } from '../where/compilation.ts'

export interface BoundStatement extends KnownOfRead {
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

/** The statements of one table in the shared cache. */
export class KeptStatements {
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
