import { clientDisconnected, onceFor, refuseIfGone } from '@quirecms/core'
import { connect } from 'node:net'
import type pg from 'pg'
import type { PoolClient, QueryArrayConfig, QueryArrayResult } from 'pg'
import type { TimeLimit } from '../database.ts'
import { isOfStatement, translatePostgresError } from './postgres-errors.ts'
import { PreparedStatements } from './statement-names.ts'

export interface HeldConnection {
  query(config: QueryArrayConfig): Promise<QueryArrayResult>
  query(text: string): Promise<QueryArrayResult>
  hasPrepared(name: string): boolean
  /** Closes the connection on release, because its state is unknown. */
  discard(): void
  /**
   * Closes the connection and cancels its running statement. The connection is not reused: a late cancel request would
   * cancel the statement of its next user.
   */
  abandon(): void
  readonly isBroken: boolean
  /** Why it broke, as reported by the server or the network. */
  readonly failure: unknown
  readonly isBusy: boolean
}

/** A pool of connections. Closes those that are broken or have prepared too many statements. */
export class Connections {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  query(config: QueryArrayConfig): Promise<QueryArrayResult>
  query(text: string): Promise<QueryArrayResult>
  query(asked: QueryArrayConfig & string): Promise<QueryArrayResult> {
    return this.use((connection) => ask(connection, asked))
  }

  /** Like `query`, but runs nothing if the client has disconnected before a connection is free. */
  queryIfWaitedFor(asked: QueryArrayConfig): Promise<QueryArrayResult> {
    return this.use(async (connection) => {
      refuseIfGone()
      return ask(connection, asked)
    })
  }

  /** Like `query`, for a statement that may take long: cancels it on the server once `gone` is aborted. */
  queryUntil(gone: AbortSignal, asked: QueryArrayConfig): Promise<QueryArrayResult> {
    return this.use(async (connection) => {
      refuseIfGone()
      const cancel = () => connection.abandon()
      gone.addEventListener('abort', cancel)
      try {
        return await ask(connection, asked)
      } catch (error) {
        throw gone.aborted ? clientDisconnected() : error
      } finally {
        gone.removeEventListener('abort', cancel)
      }
    })
  }

  async use<T>(work: (connection: HeldConnection) => Promise<T>, limit?: TimeLimit): Promise<T> {
    const client = await this.#connectWithin(limit)
    const prepared = preparedOn(client)
    const connection = new UsedConnection(client, prepared)
    client.on('error', connection.onError)
    try {
      return await work(connection)
    } finally {
      const release = () => {
        client.off('error', connection.onError)
        client.release(connection.isBroken || prepared.isTooMuch)
      }
      // A pooler can map the cancel request to a statement only while the connection is open; the caller does not wait
      // for this.
      if (connection.cancelled) void connection.cancelled.then(release)
      else release()
    }
  }

  async #connectWithin(limit: TimeLimit | undefined): Promise<PoolClient> {
    const connecting = this.#connect()
    if (!limit) return connecting
    try {
      return await limit.race(connecting)
    } catch (error) {
      // The connection may still be established; then it goes back to the pool.
      connecting.then(
        (client) => client.release(),
        () => undefined,
      )
      throw error
    }
  }

  async #connect(): Promise<PoolClient> {
    try {
      return await this.#pool.connect()
    } catch (error) {
      throw translatePostgresError(error)
    }
  }
}

const preparedOn = onceFor((_: PoolClient) => new PreparedStatements())

class UsedConnection implements HeldConnection {
  readonly #client: PoolClient
  readonly #prepared: PreparedStatements
  #pending = 0
  isBroken = false
  failure: unknown
  cancelled: Promise<void> | undefined

  constructor(client: PoolClient, prepared: PreparedStatements) {
    this.#client = client
    this.#prepared = prepared
  }

  get isBusy(): boolean {
    return this.#pending > 0
  }

  readonly onError = (error: unknown): void => {
    this.isBroken = true
    this.failure ??= error
  }

  discard(): void {
    this.isBroken = true
  }

  abandon(): void {
    this.discard()
    this.cancelled ??= cancelWorkOf(this.#client)
  }

  hasPrepared(name: string): boolean {
    return this.#prepared.has(name)
  }

  async query(asked: QueryArrayConfig | string): Promise<QueryArrayResult> {
    if (typeof asked !== 'string' && asked.name !== undefined) this.#prepared.add(asked.name, asked.text)
    this.#pending += 1
    try {
      return await this.#client.query(asked as QueryArrayConfig)
    } catch (error) {
      // The server sends its reason before it closes a connection; later errors only say that the connection is closed.
      throw isOfStatement(error) ? error : (this.failure ?? error)
    } finally {
      this.#pending -= 1
    }
  }
}

async function ask(connection: HeldConnection, asked: QueryArrayConfig): Promise<QueryArrayResult> {
  try {
    return await connection.query(asked)
  } catch (error) {
    // An error that the server reports leaves the connection usable. Otherwise the statement may still be running,
    // behind a pooler without a deadline.
    if (!isOfStatement(error)) connection.abandon()
    throw error
  }
}

/** Members of a connected client that the driver's types lack. */
interface ConnectedClient {
  readonly host: string
  readonly port: number
  readonly processID: number | null
  readonly secretKey: number | null
}

/** The request code for a cancellation, in place of the protocol version. */
const CANCEL = 80_877_102

/** Deadline of a cancel request, in milliseconds. */
const MOST_MS = 5_000

/**
 * Sends a cancel request to the server, on a connection of its own outside of the pool. A pooler passes it on to the
 * server connection that runs the statement. Resolves when the server has closed that connection.
 */
async function cancelWorkOf(client: PoolClient): Promise<void> {
  const { host, port, processID, secretKey } = client as unknown as ConnectedClient
  if (processID === null || secretKey === null) return
  const message = Buffer.alloc(16)
  message.writeInt32BE(message.length, 0)
  message.writeInt32BE(CANCEL, 4)
  message.writeInt32BE(processID, 8)
  message.writeInt32BE(secretKey, 12)
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  // If the request fails, the deadline ends the statement.
  socket.on('error', () => {})
  socket.setTimeout(MOST_MS, () => socket.destroy())
  socket.resume()
  socket.end(message)
  await new Promise<void>((resolve) => socket.once('close', () => resolve()))
}
