import { connect } from 'node:net'
import type { PoolClient } from 'pg'

/** What the driver's types leave out of a connection: where it leads, and what its server calls it by. */
interface ConnectedClient {
  readonly host: string
  readonly port: number
  readonly processID: number | null
  readonly secretKey: number | null
}

/** The number that stands where other messages have the version of the protocol. */
const CANCEL = 80_877_102

/** Nothing comes back but the end of the connection. */
const MOST_MS = 5_000

/**
 * Asks the server to end what the connection is at. The protocol has a message for that, on a connection of its own: it needs no place
 * in the pool, and a pooler in between passes it on to whichever server it has given the connection, for as long as that is open.
 * Resolves when there is nothing more to wait for.
 */
export async function cancelWorkOf(client: PoolClient): Promise<void> {
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
