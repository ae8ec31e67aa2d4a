import type { Server } from 'node:http'
import { type Duplex, duplexPair } from 'node:stream'
import { QuireError } from '@quirecms/core'

/** What a connection in memory tells of its far end, as a socket would. */
export interface FarEnd {
  /** The client's address; '' where it is not known. */
  readonly address: string
  readonly isEncrypted: boolean
}

/**
 * Connections into a Node server that need no socket, and no listening either. What comes over one is parsed, limited and answered like
 * anything else: to the server it is a connection.
 */
export class MemoryConnections {
  readonly #server: Server
  #isRefusing = false

  constructor(server: Server) {
    this.#server = server
  }

  /** The client's side of a new connection. */
  open({ address, isEncrypted }: FarEnd): Duplex {
    if (this.#isRefusing) throw new QuireError('unavailable', 'The service is closed.')
    const [client, service] = duplexPair()
    Object.assign(service, { remoteAddress: address, encrypted: isEncrypted, destroySoon: () => service.end() })
    // A pair passes on only that nothing more will come; a client that goes away altogether must be noticed.
    client.once('close', () => service.destroy())
    this.#server.emit('connection', service)
    return client
  }

  refuseMore(): void {
    this.#isRefusing = true
  }
}
