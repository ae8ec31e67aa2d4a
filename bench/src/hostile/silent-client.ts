import { connect, type Socket } from 'node:net'

/** Sends requests over many connections and reads no response. Reconnects when a connection is closed. */
export class SilentClient {
  readonly #open = new Set<Socket>()
  #isOver = false

  constructor(port: number, connections: number, path: string) {
    for (let index = 0; index < connections; index += 1) this.#ask(port, path)
  }

  close(): void {
    this.#isOver = true
    for (const socket of this.#open) socket.destroy()
  }

  #ask(port: number, path: string): void {
    const socket = connect(port, '127.0.0.1')
    this.#open.add(socket)
    socket.pause()
    socket.on('error', () => undefined)
    socket.on('close', () => {
      this.#open.delete(socket)
      if (!this.#isOver) setTimeout(() => !this.#isOver && this.#ask(port, path), 100)
    })
    socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)
  }
}
