import type { ServerResponse } from 'node:http'

/** Shorter responses are not tracked: a connection has at most one, and connections are limited. */
const SHORTEST_WATCHED = 16 * 1024

interface Client {
  bytes: number
  readonly answers: Map<ServerResponse, number>
}

/**
 * Limits the memory of responses that clients have not received yet. Over the limit, the client that holds the most
 * loses its oldest response: a client that does not read cannot fill the memory, and clients that read are not
 * affected.
 */
export class UnsentAnswers {
  readonly #most: number
  readonly #clients = new Map<string, Client>()
  #bytes = 0
  #answers = 0

  constructor(most: number) {
    this.#most = most
  }

  hold(address: string, response: ServerResponse, length: number): void {
    if (length < SHORTEST_WATCHED || response.destroyed) return
    const client = this.#clients.get(address) ?? { bytes: 0, answers: new Map() }
    this.#clients.set(address, client)
    client.answers.set(response, length)
    client.bytes += length
    this.#bytes += length
    this.#answers += 1
    response.once('close', () => this.#release(address, client, response))
    while (this.#bytes > this.#most && this.#answers > 1) this.#drop()
  }

  #release(address: string, client: Client, response: ServerResponse): void {
    const length = client.answers.get(response)
    if (length === undefined) return
    client.answers.delete(response)
    client.bytes -= length
    this.#bytes -= length
    this.#answers -= 1
    if (client.answers.size === 0) this.#clients.delete(address)
  }

  #drop(): void {
    let most: [address: string, client: Client] | undefined
    for (const entry of this.#clients) if (most === undefined || entry[1].bytes > most[1].bytes) most = entry
    const [oldest] = most?.[1].answers.keys() ?? []
    if (most === undefined || oldest === undefined) return
    this.#release(...most, oldest)
    oldest.destroy()
  }
}
