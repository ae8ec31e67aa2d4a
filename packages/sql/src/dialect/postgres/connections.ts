import type pg from 'pg'
import type { PoolClient, QueryArrayConfig, QueryArrayResult } from 'pg'
import { translatePostgresError } from './postgres-errors.ts'
import { PreparedStatements } from './statement-names.ts'

/** A connection while somebody uses it. */
export interface HeldConnection {
  query(config: QueryArrayConfig): Promise<QueryArrayResult>
  query(text: string): Promise<QueryArrayResult>
  /** Nobody else shall have it after this. */
  discard(): void
}

/** The connections of a pool, each of which goes when it is broken, or has prepared too much. */
export class Connections {
  readonly #pool: pg.Pool
  readonly #prepared = new WeakMap<PoolClient, PreparedStatements>()

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /** One statement, on whichever connection is free. */
  query(config: QueryArrayConfig): Promise<QueryArrayResult>
  query(text: string): Promise<QueryArrayResult>
  query(asked: QueryArrayConfig & string): Promise<QueryArrayResult> {
    return this.use(async (connection) => {
      try {
        return await connection.query(asked)
      } catch (error) {
        // Whatever the server itself says leaves the connection as it was.
        if (!isOfStatement(error)) connection.discard()
        throw error
      }
    })
  }

  async use<T>(work: (connection: HeldConnection) => Promise<T>): Promise<T> {
    const client = await this.#connect()
    const prepared = this.#preparedOn(client)
    let isBroken = false
    const discard = () => {
      isBroken = true
    }
    client.on('error', discard)
    const query = (asked: QueryArrayConfig | string): Promise<QueryArrayResult> => {
      if (typeof asked !== 'string' && asked.name !== undefined) prepared.add(asked.name, asked.text)
      return client.query(asked as QueryArrayConfig)
    }
    try {
      return await work({ query, discard })
    } finally {
      client.off('error', discard)
      client.release(isBroken || prepared.isTooMuch)
    }
  }

  async #connect(): Promise<PoolClient> {
    try {
      return await this.#pool.connect()
    } catch (error) {
      throw translatePostgresError(error)
    }
  }

  #preparedOn(client: PoolClient): PreparedStatements {
    let prepared = this.#prepared.get(client)
    if (!prepared) {
      prepared = new PreparedStatements()
      this.#prepared.set(client, prepared)
    }
    return prepared
  }
}

function isOfStatement(error: unknown): boolean {
  return error instanceof Error && 'severity' in error && error.severity === 'ERROR'
}
