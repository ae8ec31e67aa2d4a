import { nobodyWaits } from '@quire/core'
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
  /** The number that the server calls it by. */
  readonly process: number | null
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
    return this.use((connection) => ask(connection, asked))
  }

  /** The same for a statement that may take long: the server is told to end it once nobody waits for it any more. */
  queryUntil(gone: AbortSignal, asked: QueryArrayConfig): Promise<QueryArrayResult> {
    return this.use(async (connection) => {
      const cancel = () => {
        // What ends it may come late, and must not end somebody else's.
        connection.discard()
        const ending = { text: 'select pg_cancel_backend($1)', values: [connection.process], rowMode: 'array' as const }
        // Where that fails, the deadline ends it.
        void this.query(ending).catch(() => undefined)
      }
      gone.addEventListener('abort', cancel)
      try {
        return await ask(connection, asked)
      } catch (error) {
        throw gone.aborted ? nobodyWaits() : error
      } finally {
        gone.removeEventListener('abort', cancel)
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
      return await work({ query, discard, process: processOf(client) })
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

async function ask(connection: HeldConnection, asked: QueryArrayConfig): Promise<QueryArrayResult> {
  try {
    return await connection.query(asked)
  } catch (error) {
    // Whatever the server itself says leaves the connection as it was.
    if (!isOfStatement(error)) connection.discard()
    throw error
  }
}

/** Its types do not say so, but the driver needs it to cancel a statement itself. */
function processOf(client: PoolClient): number | null {
  return (client as PoolClient & { readonly processID: number | null }).processID
}

function isOfStatement(error: unknown): boolean {
  return error instanceof Error && 'severity' in error && error.severity === 'ERROR'
}
