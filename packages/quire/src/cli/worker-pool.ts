import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@quire/server'
import { CommandFailure } from './command-failure.ts'
import { STOP, supervisedEnvironment } from './stop-request.ts'

/** What a worker tells about its start. */
export type WorkerReport = { readonly ready: string } | { readonly failed: string }

/** Workers that die more often than this are not saved by another try. */
const MOST_RESTARTS = 5
const WITHIN_MS = 60_000
const PAUSE_MS = 500
/** Each worker ends by itself within 11 s of being asked to. */
const LAST_CALL_MS = 12_000

/** Processes that serve the same application on one port. One that dies is replaced, within bounds. */
export class WorkerPool {
  readonly #size: number
  readonly #log: Logger
  readonly #workers = new Set<Worker>()
  #restarts: number[] = []
  #isStopping = false

  constructor(size: number, log: Logger) {
    this.#size = size
    this.#log = log
  }

  /** Resolves to the address once all of them serve. */
  async start(): Promise<string> {
    try {
      const addresses = await Promise.all(Array.from({ length: this.#size }, () => this.#startOne()))
      return addresses[0] ?? ''
    } catch (error) {
      this.kill()
      throw error
    }
  }

  /** They finish what is in flight. */
  async stop(): Promise<void> {
    this.#isStopping = true
    const gone = [...this.#workers].map((worker) => once(worker, 'exit'))
    for (const worker of this.#workers) worker.send(STOP, () => {})
    await Promise.race([Promise.all(gone), sleep(LAST_CALL_MS, undefined, { ref: false })])
    this.kill()
  }

  kill(): void {
    this.#isStopping = true
    for (const worker of this.#workers) worker.process.kill('SIGKILL')
  }

  #startOne(): Promise<string> {
    const worker = cluster.fork(supervisedEnvironment)
    this.#workers.add(worker)
    return new Promise((resolve, reject) => {
      let isReady = false
      let reason: string | undefined
      worker.on('message', (report: WorkerReport) => {
        if (typeof report !== 'object') return
        if ('failed' in report) reason = report.failed
        if (!('ready' in report)) return
        isReady = true
        resolve(report.ready)
      })
      worker.on('exit', (code, signal) => {
        this.#workers.delete(worker)
        const end = signal ? `by ${signal}` : `with code ${code}`
        if (!isReady) reject(new CommandFailure(reason ?? `A worker ended ${end} before it could serve.`))
        else if (!this.#isStopping) void this.#replace(`worker ${worker.process.pid} ended ${end}`)
      })
    })
  }

  async #replace(loss: string): Promise<void> {
    const now = Date.now()
    this.#restarts = [...this.#restarts.filter((at) => at > now - WITHIN_MS), now]
    if (this.#restarts.length > MOST_RESTARTS) {
      this.#log.fatal(`${loss}, as others did before: giving up`)
      this.kill()
      process.exit(1)
    }
    this.#log.error(`${loss}: starting another one`)
    try {
      await this.#startOne()
    } catch (error) {
      if (this.#isStopping) return
      await sleep(PAUSE_MS)
      await this.#replace(error instanceof Error ? error.message : String(error))
    }
  }
}
