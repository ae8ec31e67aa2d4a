import { Budget, ClientTimeSlice, LONGEST_READ, QuireError, TooLongTogether } from '@quirecms/core'
import { DATABASE_BUSY, type SqlRow, type SqlValue } from '../database.ts'
import { lengthOfRow, type SqliteConnection } from './sqlite-connection.ts'
import { translateSqliteError } from './sqlite-errors.ts'

/** Each connection has a page cache of some megabytes. */
const MOST_CONNECTIONS = 4
const MOST_WAITING = 1_000
/** Idle connections are closed after this time. */
const IDLE_MS = 60_000

/**
 * Reads large results row by row and yields in between. An open statement pins its connection to one snapshot, so it
 * gets a connection of its own: other reads on it would see the old snapshot.
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

  /** Closes idle connections, when the file was replaced or they are no longer needed. */
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
  const slice = new ClientTimeSlice()
  const { first, rest } = await connection.begin(text, parameters)
  const rows: SqlRow[] = [...first]
  let length = 0
  try {
    for (const row of rest) {
      rows.push(row)
      length += lengthOfRow(row)
      if (length > LONGEST_READ) throw new TooLongTogether()
      if (slice.isOver) await slice.letOthersIn()
    }
  } catch (error) {
    throw error instanceof QuireError ? error : translateSqliteError(error)
  }
  return rows
}
