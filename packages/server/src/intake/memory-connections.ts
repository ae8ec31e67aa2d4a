import type { Server } from 'node:http'
import { type Duplex, duplexPair } from 'node:stream'
import { QuireError } from '@quirecms/core'

/** Properties of a connection in memory that a socket would have. */
export interface FarEnd {
  /** The client's address; '' if unknown. */
  readonly address: string
  readonly isEncrypted: boolean
}

/**
 * Connections to a Node server without sockets; the server need not listen. Requests over them are parsed, limited and
 * answered like all others.
 */
export class MemoryConnections {
  readonly #server: Server
  #isRefusing = false

  constructor(server: Server) {
    this.#server = server
  }

  open({ address, isEncrypted }: FarEnd): Duplex {
    if (this.#isRefusing) throw new QuireError('unavailable', 'The service is closed.')
    const [client, service] = duplexPair()
    Object.assign(service, { remoteAddress: address, encrypted: isEncrypted, destroySoon: () => service.end() })
    // A duplex pair only passes on the end of the stream. The server must also notice a client that disconnects.
    client.once('close', () => service.destroy())
    this.#server.emit('connection', service)
    return client
  }

  refuseMore(): void {
    this.#isRefusing = true
  }
}
