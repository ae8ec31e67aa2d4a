import { connect } from 'node:net'
import type { PoolClient } from 'pg'

/** Members of a connection that the driver's types lack: its address and its backend's process. */
interface ConnectedClient {
  readonly host: string
  readonly port: number
  readonly processID: number | null
  readonly secretKey: number | null
}

/** Request code of CancelRequest, in place of the protocol version. */
const CANCEL = 80_877_102

/** Timeout. The server answers by closing the connection. */
const MOST_MS = 5_000

/**
 * Asks the server to cancel the running statement (CancelRequest, on a connection of its own). It needs no connection
 * of the pool, and a pooler forwards it to the right server as long as the connection is open. Resolves when the
 * request is done.
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
