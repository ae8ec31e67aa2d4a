import { Agent, get } from 'node:http'

/** Sends requests one after another over one connection and measures each. */
export class TimedClient {
  readonly #port: number
  readonly #agent: Agent
  readonly times: number[] = []
  readonly statuses = new Map<number, number>()

  /** `address` is a local loopback address: the service sees each as another client. */
  constructor(port: number, address = '127.0.0.1') {
    this.#port = port
    this.#agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: address })
  }

  async ask(path: string): Promise<void> {
    const began = performance.now()
    const status = await new Promise<number>((resolve, reject) => {
      get({ host: '127.0.0.1', port: this.#port, path, agent: this.#agent }, (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode ?? 0))
      }).on('error', reject)
    })
    this.times.push(performance.now() - began)
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
  }

  async askUntil(isOver: () => boolean, path: () => string, pause = async () => {}): Promise<void> {
    while (!isOver()) {
      await this.ask(path())
      await pause()
    }
  }

  close(): void {
    this.#agent.destroy()
  }
}
