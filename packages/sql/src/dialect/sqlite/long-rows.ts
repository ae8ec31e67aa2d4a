import { Budget, ClientTurn, LONGEST_READ, QuireError, TooLongTogether } from '@quirecms/core'
import type { SqlRow, SqlValue } from '../database.ts'
import { DATABASE_BUSY } from '../database-busy.ts'
import type { SqliteConnection } from './sqlite-connection.ts'
import { lengthOfRow } from './row-lengths.ts'
import { translateSqliteError } from './sqlite-errors.ts'

/** No more, since each connection has a page cache of some megabytes. */
const MOST_CONNECTIONS = 4
const MOST_WAITING = 1_000
/** A connection that was not used for so long is closed. */
const IDLE_MS = 60_000

/**
 * Reads what is long as a whole row by row, and lets others in between. A statement that has begun keeps its connection at one moment, so
 * that all its rows are of that; other reads would be of that moment too, so it has the connection to itself.
 */
export class LongRows {
  readonly #open: () => Promise<SqliteConnection>
  readonly #places: Budget
  readonly #resting: SqliteConnection[] = []
  #closing: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(open: () => Promise<SqliteConnection>, patience: number) {
    this.#open = open
    this.#places = new Budget({ whole: MOST_CONNECTIONS, mostWaiting: MOST_WAITING, patience, busy: DATABASE_BUSY })
  }

  rows(text: string, parameters: readonly SqlValue[]): Promise<SqlRow[]> {
    return this.#places.run(async () => {
      const connection = this.#resting.pop() ?? (await this.#open())
      try {
        const rows = await readInTurns(connection, text, parameters)
        this.#rest(connection)
        return rows
      } catch (error) {
        connection.close()
        throw error
      }
    })
  }

  /** Those at rest: what they have open is not of this database any more, or nobody needs them. */
  release(): void {
    clearTimeout(this.#closing)
    for (const connection of this.#resting.splice(0)) connection.close()
  }

  close(): void {
    this.#isClosed = true
    this.release()
  }

  #rest(connection: SqliteConnection): void {
    if (this.#isClosed || connection.isCluttered) {
      connection.close()
      return
    }
    this.#resting.push(connection)
    clearTimeout(this.#closing)
    this.#closing = setTimeout(() => this.release(), IDLE_MS).unref()
  }
}

async function readInTurns(
  connection: SqliteConnection,
  text: string,
  parameters: readonly SqlValue[],
): Promise<SqlRow[]> {
  const turn = new ClientTurn()
  const { first, rest } = await connection.begin(text, parameters)
  const rows: SqlRow[] = [...first]
  let length = 0
  try {
    for (const row of rest) {
      rows.push(row)
      length += lengthOfRow(row)
      if (length > LONGEST_READ) throw new TooLongTogether()
      if (turn.isOver) await turn.letOthersIn()
    }
  } catch (error) {
    throw error instanceof QuireError ? error : translateSqliteError(error)
  }
  return rows
}
