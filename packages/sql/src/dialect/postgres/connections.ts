import { nobodyWaits } from '@quire/core'
import type pg from 'pg'
import type { PoolClient, QueryArrayConfig, QueryArrayResult } from 'pg'
import { cancelWorkOf } from './cancel-request.ts'
import { translatePostgresError } from './postgres-errors.ts'
import { PreparedStatements } from './statement-names.ts'

/** A connection while somebody uses it. */
export interface HeldConnection {
  query(config: QueryArrayConfig): Promise<QueryArrayResult>
  query(text: string): Promise<QueryArrayResult>
  /** Nobody else shall have it after this. */
  discard(): void
  /** The same, and the server is told to end what it is at. What ends it may come late, and must not end somebody else's. */
  abandon(): void
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
      const cancel = () => connection.abandon()
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
    let cancelled: Promise<void> | undefined
    const abandon = () => {
      discard()
      cancelled ??= cancelWorkOf(client)
    }
    client.on('error', discard)
    const query = (asked: QueryArrayConfig | string): Promise<QueryArrayResult> => {
      if (typeof asked !== 'string' && asked.name !== undefined) prepared.add(asked.name, asked.text)
      return client.query(asked as QueryArrayConfig)
    }
    try {
      return await work({ query, discard, abandon })
    } finally {
      const release = () => {
        client.off('error', discard)
        client.release(isBroken || prepared.isTooMuch)
      }
      // A pooler knows what to end only while the connection is open; nobody waits for that.
      if (cancelled) void cancelled.then(release)
      else release()
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
    // Whatever the server itself says leaves the connection as it was. Else it may still be at it, behind a pooler without a deadline.
    if (!isOfStatement(error)) connection.abandon()
    throw error
  }
}

function isOfStatement(error: unknown): boolean {
  return error instanceof Error && 'severity' in error && error.severity === 'ERROR'
}
