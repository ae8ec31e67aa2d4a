import type { QueryArrayConfig, QueryArrayResult } from 'pg'
import type { WriteStatement, Session, SqlRow, SqlValue } from '../database.ts'
import { commitText } from './commit-text.ts'
import type { HeldConnection } from './connections.ts'
import { isOfStatement, translateOwnDeadline, translatePostgresError } from './postgres-errors.ts'
import type { StatementNames } from './statement-names.ts'

export interface Queryable {
  query(config: QueryArrayConfig): Promise<QueryArrayResult>
  query(text: string): Promise<unknown>
}

/** Time limit of an answer in milliseconds, for a server that hangs. */
export interface Deadline {
  readonly after: number
  readonly isTheOnlyOne: boolean
}

export class PostgresSession implements Session {
  readonly #target: Queryable
  readonly #names: StatementNames
  readonly #deadline: Deadline | undefined

  constructor(target: Queryable, names: StatementNames, deadline?: Deadline) {
    this.#target = target
    this.#names = names
    this.#deadline = deadline
  }

  async rows(text: string, parameters: readonly SqlValue[]): Promise<SqlRow[]> {
    return (await this.#query(text, parameters)).rows
  }

  async change(text: string, parameters: readonly SqlValue[]): Promise<number> {
    return (await this.#query(text, parameters)).rowCount ?? 0
  }

  async command(text: string): Promise<void> {
    try {
      await this.#target.query(text)
    } catch (error) {
      throw translatePostgresError(error)
    }
  }

  async #query(text: string, parameters: readonly SqlValue[]): Promise<QueryArrayResult> {
    const name = this.#names.nameOf(text)
    try {
      return await this.#target.query({
        text,
        values: [...parameters],
        rowMode: 'array',
        ...(name === undefined ? {} : { name }),
        ...(this.#deadline && { query_timeout: this.#deadline.after }),
      })
    } catch (error) {
      throw this.#deadline?.isTheOnlyOne ? translateOwnDeadline(error) : translatePostgresError(error)
    }
  }
}

/** The session of a transaction on one connection. Calls run one after another, as the protocol requires. */
export class PostgresTransactionSession implements Session {
  readonly #session: Session
  readonly #connection: HeldConnection
  readonly #names: StatementNames
  #last: Promise<unknown> = Promise.resolve()
  /** The commit, if it was sent with the last statements. */
  committing: Promise<QueryArrayResult> | undefined

  constructor(connection: HeldConnection, names: StatementNames) {
    this.#session = new PostgresSession(connection, names)
    this.#connection = connection
    this.#names = names
  }

  readonly changeLast = async (statements: readonly WriteStatement[]): Promise<void> => {
    await this.#last.catch(() => undefined)
    const text = commitText(statements, (one) => this.#preparedName(one))
    if (text === null) {
      for (const { text: one, parameters } of statements) await this.change(one, parameters)
      return
    }
    this.committing = this.#connection.query(text)
    await this.committing.catch((error: unknown) => {
      // After any other error, it is unknown whether the commit succeeded.
      if (isOfStatement(error)) throw translatePostgresError(error)
    })
  }

  #preparedName(text: string): string | undefined {
    const name = this.#names.nameOf(text)
    return name !== undefined && this.#connection.hasPrepared(name) ? name : undefined
  }

  rows(text: string, parameters: readonly SqlValue[]): Promise<SqlRow[]> {
    return this.#next(() => this.#session.rows(text, parameters))
  }

  change(text: string, parameters: readonly SqlValue[]): Promise<number> {
    return this.#next(() => this.#session.change(text, parameters))
  }

  command(text: string): Promise<void> {
    return this.#next(() => this.#session.command(text))
  }

  #next<T>(call: () => Promise<T>): Promise<T> {
    const result = this.#last.then(call, call)
    this.#last = result
    return result
  }
}
