import { isInTransaction } from '@quirecms/core'
import type { KnownOfRead, Session, SqlRow, SqlValue } from '../database.ts'
import type { SqliteConnection } from './sqlite-connection.ts'

/**
 * Reads a database in memory. It has one connection, so reads also see uncommitted changes. Reads that need committed
 * state wait for the end of the transaction and run in the same turn, before the next one begins.
 */
export class MemoryReader implements Session {
  readonly #connection: SqliteConnection
  readonly #waiting: (() => void)[] = []

  constructor(connection: SqliteConnection) {
    this.#connection = connection
  }

  ended(): void {
    for (const read of this.#waiting.splice(0)) read()
  }

  rows(text: string, parameters: readonly SqlValue[], { isSettled = false }: KnownOfRead = {}): Promise<SqlRow[]> {
    if (!isSettled || !this.#connection.inTransaction || isInTransaction())
      return this.#connection.rows(text, parameters)
    return new Promise((resolve) => {
      this.#waiting.push(() => resolve(this.#connection.rows(text, parameters)))
    })
  }

  change(text: string, parameters: readonly SqlValue[]): Promise<number> {
    return this.#connection.change(text, parameters)
  }

  command(text: string): Promise<void> {
    return this.#connection.command(text)
  }
}
