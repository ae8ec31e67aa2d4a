import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Client } from 'pg'
import { overNetwork } from './over-network.ts'
import { frameReader, type Frame, messageOf, textsOf } from './postgres-frames.ts'

/** State that PgBouncer keeps for a client across connections. */
const KEPT = new Set([
  'user',
  'database',
  'client_encoding',
  'application_name',
  'DateStyle',
  'TimeZone',
  'standard_conforming_strings',
])

const SSL_REQUEST = 80_877_103
const CANCEL_REQUEST = 80_877_102

export interface PoolerOptions {
  readonly size?: number
  /** Startup parameters that are ignored instead of refused, like PgBouncer's `ignore_startup_parameters`. */
  readonly ignored?: readonly string[]
}

interface ServerConnection {
  readonly socket: Socket
  readonly processID: number
  readonly secretKey: number
  client: ClientConnection | undefined
}

interface ClientConnection {
  readonly socket: Socket
  server: ServerConnection | undefined
  /** Frames received before a connection was assigned. */
  readonly waiting: Frame[]
  /** Number of pending `ReadyForQuery` responses. */
  due: number
}

/**
 * A transaction pooler like PgBouncer: each transaction gets the least recently used connection, so that state left in
 * a connection is visible to another client.
 */
export class TransactionPooler {
  readonly #url: URL
  readonly #size: number
  readonly #ignored: ReadonlySet<string>
  readonly #resting: ServerConnection[] = []
  readonly #servers = new Set<ServerConnection>()
  readonly #clients = new Map<number, ClientConnection>()
  readonly #queue: ClientConnection[] = []
  // Without Nagle's algorithm, because frames are small.
  readonly #listener = createServer({ noDelay: true }, (socket) => this.#greet(socket))
  #lastNumber = 1_000_000_000

  private constructor(url: string, { size = 3, ignored = [] }: PoolerOptions) {
    this.#url = overNetwork(url)
    this.#size = size
    this.#ignored = new Set(ignored)
  }

  static async open(url: string, options: PoolerOptions = {}): Promise<TransactionPooler> {
    const pooler = new TransactionPooler(url, options)
    for (let i = 0; i < pooler.#size; i++) await pooler.#connect()
    pooler.#listener.listen(0, '127.0.0.1')
    await once(pooler.#listener, 'listening')
    return pooler
  }

  /** URL for clients. No password is needed. */
  get url(): string {
    const { port } = this.#listener.address() as AddressInfo
    const url = new URL(this.#url)
    url.host = `127.0.0.1:${port}`
    return url.href
  }

  /** Results of a statement on each server connection, to find leftover state. */
  async askEach(statement: string): Promise<string[]> {
    const answers: string[] = []
    for (let i = 0; i < this.#size; i++) {
      const client = new Client({ connectionString: this.url })
      await client.connect()
      const { rows } = await client.query<[string]>({ text: `select (${statement})::text`, rowMode: 'array' })
      answers.push(rows[0]?.[0] ?? '')
      await client.end()
    }
    return answers
  }

  async close(): Promise<void> {
    this.#listener.close()
    for (const { socket } of this.#clients.values()) socket.destroy()
    for (const { socket } of this.#servers) socket.destroy()
  }

  /** The driver signs in; then its socket is taken over. */
  async #connect(): Promise<void> {
    const client = new Client({ connectionString: this.#url.href })
    // The database may stop during sign-in.
    client.on('error', () => {})
    await client.connect()
    const { connection, processID, secretKey } = client as unknown as {
      connection: { stream: Socket }
      processID: number
      secretKey: number
    }
    const socket = connection.stream
    socket.removeAllListeners()
    const server: ServerConnection = { socket, processID, secretKey, client: undefined }
    socket.on('error', () => {})
    socket.on(
      'data',
      frameReader((frame) => this.#answer(server, frame)),
    )
    socket.once('close', () => {
      this.#servers.delete(server)
      server.client?.socket.destroy()
    })
    this.#servers.add(server)
    this.#rest(server)
  }

  #greet(socket: Socket): void {
    socket.on('error', () => {})
    const take = (): void => {
      const head = socket.read(8) as Buffer | null
      if (!head) return void socket.once('readable', take)
      const length = head.readInt32BE(0) - 8
      if (socket.readableLength < length) {
        socket.unshift(head)
        return void socket.once('readable', take)
      }
      const rest = (socket.read(length) as Buffer | null) ?? Buffer.alloc(0)
      const kind = head.readInt32BE(4)
      if (kind === CANCEL_REQUEST) return this.#cancel(rest.readInt32BE(0), socket)
      if (kind !== SSL_REQUEST) return this.#admit(socket, rest)
      socket.write('N')
      socket.once('readable', take)
    }
    socket.once('readable', take)
  }

  #admit(socket: Socket, settings: Buffer): void {
    const texts = textsOf(settings)
    const names = texts.filter((_, index) => index % 2 === 0 && texts[index] !== '')
    const unknown = names.find((name) => !KEPT.has(name) && !this.#ignored.has(name))
    if (unknown !== undefined) {
      const parts = ['SFATAL', 'VFATAL', 'C08P01', `Munsupported startup parameter: ${unknown}`, '']
      socket.end(messageOf('E', Buffer.from(`${parts.join('\0')}\0`)))
      return
    }
    const number = ++this.#lastNumber
    const client: ClientConnection = { socket, server: undefined, waiting: [], due: 0 }
    this.#clients.set(number, client)
    socket.once('close', () => {
      this.#clients.delete(number)
      // Its state is unknown: as PgBouncer does, close it and open another one.
      if (client.server) {
        client.server.client = undefined
        client.server.socket.destroy()
        void this.#connect().catch(() => undefined)
      }
    })
    const key = Buffer.alloc(8)
    key.writeInt32BE(number, 0)
    socket.write(messageOf('R', Buffer.alloc(4)))
    socket.write(messageOf('S', Buffer.from('client_encoding\0UTF8\0')))
    socket.write(messageOf('S', Buffer.from('server_version\x0018.0\0')))
    socket.write(messageOf('K', key))
    socket.write(messageOf('Z', Buffer.from('I')))
    socket.on(
      'data',
      frameReader((frame) => this.#ask(client, frame)),
    )
  }

  #ask(client: ClientConnection, frame: Frame): void {
    if (frame.type === 'X') return void client.socket.end()
    if (client.server) return this.#pass(client, client.server, frame)
    if (client.waiting.push(frame) === 1) this.#queue.push(client)
    this.#serveNext()
  }

  #pass(client: ClientConnection, server: ServerConnection, frame: Frame): void {
    if (frame.type === 'Q' || frame.type === 'S') client.due += 1
    server.socket.write(frame.bytes)
  }

  #answer(server: ServerConnection, frame: Frame): void {
    const { client } = server
    if (!client) return
    client.socket.write(frame.bytes)
    if (frame.type !== 'Z') return
    client.due -= 1
    // `I` means no transaction.
    if (client.due > 0 || frame.bytes.toString('latin1', 5) !== 'I') return
    client.server = undefined
    server.client = undefined
    this.#rest(server)
  }

  #rest(server: ServerConnection): void {
    this.#resting.push(server)
    this.#serveNext()
  }

  #serveNext(): void {
    while (this.#queue.length > 0 && this.#resting.length > 0) {
      const client = this.#queue.shift() as ClientConnection
      if (client.socket.destroyed) continue
      const server = this.#resting.shift() as ServerConnection
      client.server = server
      server.client = client
      for (const frame of client.waiting.splice(0)) this.#pass(client, server, frame)
    }
  }

  #cancel(number: number, from: Socket): void {
    from.end()
    const server = this.#clients.get(number)?.server
    if (!server) return
    const message = Buffer.alloc(16)
    message.writeInt32BE(16, 0)
    message.writeInt32BE(CANCEL_REQUEST, 4)
    message.writeInt32BE(server.processID, 8)
    message.writeInt32BE(server.secretKey, 12)
    const socket = connect(Number(this.#url.port), this.#url.hostname)
    socket.on('error', () => {})
    socket.end(message)
  }
}
