import type { Worker } from 'node:cluster'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { closeListener, nearestOf } from '@quirecms/server'
import type { App } from '../create-app.ts'
import { serverOf } from '../server-of.ts'
import { LEAVE } from './stop-request.ts'

/** What a worker gets with each connection, and answers when it has it. */
const CONNECTION = 'connection'

/**
 * The port that workers share: this process takes the connections, and each goes to a worker that has taken its last one. Node's own
 * cluster does the same, but closes the port after the workers that serve it, which resets whoever comes in between.
 */
export class SharedPort {
  // As Node's HTTP server makes its own.
  readonly #listener = createServer({ allowHalfOpen: true, noDelay: true, pauseOnConnect: true }, (socket) => {
    this.#waiting.push(socket)
    this.#handOut()
  })
  readonly #waiting: Socket[] = []
  readonly #workers = new Set<Worker>()
  readonly #free: Worker[] = []
  #isHolding = false
  #tellAllTaken: (() => void) | undefined

  async open({ host, port }: { readonly host: string; readonly port: number }): Promise<AddressInfo> {
    this.#listener.listen({ host, port })
    await once(this.#listener, 'listening')
    return this.#listener.address() as AddressInfo
  }

  /** It gets connections until it ends. */
  add(worker: Worker): void {
    this.#workers.add(worker)
    worker.on('message', (message) => {
      if (message === CONNECTION) this.#isFree(worker)
    })
    worker.on('exit', () => this.#forget(worker))
    this.#isFree(worker)
  }

  /** Resolves when nobody can connect any more, and all who did are with a worker. */
  async close(): Promise<void> {
    // Whoever has an answer may connect again at once: the port would never be free.
    this.#isHolding = true
    await closeListener(this.#listener)
    this.#isHolding = false
    this.#handOut()
    if (this.#isAllTaken) return
    await new Promise<void>((resolve) => (this.#tellAllTaken = resolve))
  }

  get #isAllTaken(): boolean {
    return this.#workers.size === 0 || (this.#waiting.length === 0 && this.#free.length === this.#workers.size)
  }

  #isFree(worker: Worker): void {
    this.#free.push(worker)
    this.#handOut()
  }

  #forget(worker: Worker): void {
    this.#workers.delete(worker)
    const place = this.#free.indexOf(worker)
    if (place >= 0) this.#free.splice(place, 1)
    if (this.#isAllTaken) this.#tellAllTaken?.()
  }

  #handOut(): void {
    while (!this.#isHolding && this.#waiting.length > 0 && this.#free.length > 0) {
      const worker = this.#free.shift() as Worker
      const socket = this.#waiting.shift() as Socket
      // Where it has ended meanwhile, its exit is told of, too.
      worker.send(CONNECTION, socket, (error) => error && socket.destroy())
    }
    if (this.#isAllTaken) this.#tellAllTaken?.()
  }
}

/** Where the port is, for the workers. */
const ADDRESS = 'QUIRE_SHARED_PORT'

export function environmentFor(address: AddressInfo): Readonly<Record<string, string>> {
  return { [ADDRESS]: JSON.stringify(address) }
}

/** For a worker: has the service answer what comes to the port. */
export async function serveSharedPort(app: App): Promise<void> {
  const server = await serverOf(app)
  await server.ready()
  server.servesFor(JSON.parse(process.env[ADDRESS] ?? '') as AddressInfo)
  process.on('message', (message, socket?: Socket) => {
    if (message === LEAVE) server.leave()
    if (message !== CONNECTION) return
    process.send?.(CONNECTION)
    // Whoever has given up by now comes as nothing.
    if (!socket) return
    socket.allowHalfOpen = true
    server.server.emit('connection', socket)
  })
}

export function urlOf(address: AddressInfo): string {
  const host = nearestOf(address)
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`
}
