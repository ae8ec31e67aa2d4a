import type { Worker } from 'node:cluster'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { closeListener, nearestOf } from '@quirecms/server'
import type { App } from '../create-app.ts'
import { serverOf } from '../runtime-of.ts'
import { LEAVE } from './stop-request.ts'

/** Message sent to a worker with each connection; the worker acknowledges it with the same. */
const CONNECTION = 'connection'

/**
 * The port that workers share: this process accepts the connections, and hands each to a worker that has acknowledged
 * its last one. Node's own cluster does the same, but closes the port after the workers, which resets connections that
 * arrive in between.
 */
export class SharedPort {
  // The defaults of Node's HTTP server.
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

  /** The worker receives connections until it exits. */
  add(worker: Worker): void {
    this.#workers.add(worker)
    worker.on('message', (message) => {
      if (message === CONNECTION) this.#isFree(worker)
    })
    worker.on('exit', () => this.#forget(worker))
    this.#isFree(worker)
  }

  /** Resolves when the port is closed, and all accepted connections were handed to a worker. */
  async close(): Promise<void> {
    // Hand out nothing until the listener is closed: clients reconnect after each response, and it would never close.
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
      // If the worker has exited, its exit event follows.
      worker.send(CONNECTION, socket, (error) => error && socket.destroy())
    }
    if (this.#isAllTaken) this.#tellAllTaken?.()
  }
}

/** Passes the address of the port to the workers. */
const ADDRESS = 'QUIRE_SHARED_PORT'

export function environmentFor(address: AddressInfo): Readonly<Record<string, string>> {
  return { [ADDRESS]: JSON.stringify(address) }
}

/** In a worker: serves the connections of the shared port. */
export async function serveSharedPort(app: App): Promise<void> {
  const server = await serverOf(app)
  await server.ready()
  server.servesFor(JSON.parse(process.env[ADDRESS] ?? '') as AddressInfo)
  process.on('message', (message, socket?: Socket) => {
    if (message === LEAVE) server.leave()
    if (message !== CONNECTION) return
    process.send?.(CONNECTION)
    // `undefined` if the client closed.
    if (!socket) return
    socket.allowHalfOpen = true
    server.server.emit('connection', socket)
  })
}

export function urlOf(address: AddressInfo): string {
  const host = nearestOf(address)
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`
}
