import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** Direction of bytes: service to database, or back. */
type Direction = 'requests' | 'answers'

/** A proxy to a server that can delay each direction, and disconnect. */
export class SlowWire {
  readonly #target: { readonly host: string; readonly port: number }
  readonly #pairs = new Set<{ readonly near: Socket; readonly far: Socket }>()
  readonly #held = new Set<Direction>()
  #server: Server | undefined
  #isFrozen = false
  #isRefusing = false
  /** Additional milliseconds for each byte. */
  delay = 0
  waiting = 0

  constructor(target: { readonly host: string; readonly port: number }) {
    this.#target = target
  }

  async open(): Promise<number> {
    this.#server = createServer((near) => {
      if (this.#isRefusing) return void near.destroy()
      const pair = { near, far: connect(this.#target) }
      this.#pairs.add(pair)
      const end = () => {
        this.#pairs.delete(pair)
        near.destroy()
        pair.far.destroy()
      }
      for (const socket of [near, pair.far]) socket.on('error', () => undefined).on('close', end)
      if (this.#isFrozen) for (const socket of [near, pair.far]) socket.pause()
      near.on('data', (bytes) => this.#pass('requests', pair.far, bytes))
      pair.far.on('data', (bytes) => this.#pass('answers', near, bytes))
    }).listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return (this.#server.address() as AddressInfo).port
  }

  hold(direction: Direction): void {
    this.#held.add(direction)
  }

  /** Disconnects, and loses held bytes. New connections work. */
  cut(): void {
    this.#held.clear()
    this.waiting = 0
    for (const { near, far } of this.#pairs) {
      near.destroy()
      far.destroy()
    }
  }

  /** Stops all traffic without losing any. */
  freeze(): void {
    this.#isFrozen = true
    for (const { near, far } of this.#pairs) for (const socket of [near, far]) socket.pause()
  }

  thaw(): void {
    this.#isFrozen = false
    for (const { near, far } of this.#pairs) for (const socket of [near, far]) socket.resume()
  }

  /** Simulates that the server is gone: closes connections and refuses new ones, until reset. */
  refuse(isRefusing: boolean): void {
    this.#isRefusing = isRefusing
    if (isRefusing) this.cut()
  }

  async close(): Promise<void> {
    this.cut()
    this.#server?.close()
    if (this.#server) await once(this.#server, 'close')
  }

  #pass(direction: Direction, to: Socket, bytes: Buffer): void {
    if (this.#held.has(direction)) this.waiting += bytes.length
    else if (this.delay > 0) setTimeout(() => to.writable && to.write(bytes), this.delay)
    else to.write(bytes)
  }
}
