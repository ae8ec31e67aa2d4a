import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@quirecms/server'
import { CommandFailure } from './command-failure.ts'
import type { SharedMetrics } from './shared-metrics.ts'
import { environmentFor, type SharedPort } from './shared-port.ts'
import { LEAVE, STOP, supervisedEnvironment } from './stop-request.ts'

export type WorkerReport = { readonly ready: true } | { readonly failed: string }

/** Number of restarts while no worker serves. */
const MOST_TRIES = 5
/** Delay before the second attempt; doubles with each further one. */
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
/** After this time, a worker's death is unrelated to earlier ones. */
const STEADY_MS = 60_000
/** A worker ends within 11 s of its stop request. */
const LAST_CALL_MS = 12_000

/**
 * Worker processes of an application on one port. A dead worker is replaced, with increasing delays if it dies
 * repeatedly. The service ends only if no worker is left.
 */
export class WorkerPool {
  readonly #size: number
  readonly #log: Logger
  readonly #port: SharedPort
  readonly #metrics: SharedMetrics
  #environment: Readonly<Record<string, string>> = {}
  readonly #workers = new Set<Worker>()
  #serving = 0
  #isStopping = false

  constructor(size: number, log: Logger, port: SharedPort, metrics: SharedMetrics) {
    this.#size = size
    this.#log = log
    this.#port = port
    this.#metrics = metrics
  }

  /** Resolves once all workers serve. */
  async start(address: AddressInfo): Promise<void> {
    this.#environment = environmentFor(address)
    try {
      await Promise.all(Array.from({ length: this.#size }, () => this.#startOne(0)))
    } catch (error) {
      this.kill()
      throw error
    }
  }

  /** Workers continue during the lame duck time, and then finish running requests. */
  async stop(lameDuck: number): Promise<void> {
    this.#isStopping = true
    const gone = [...this.#workers].map((worker) => once(worker, 'exit'))
    this.#tell(LEAVE)
    await sleep(lameDuck)
    await Promise.race([this.#port.close(), sleep(LAST_CALL_MS, undefined, { ref: false })])
    this.#tell(STOP)
    await Promise.race([Promise.all(gone), sleep(LAST_CALL_MS, undefined, { ref: false })])
    this.kill()
  }

  #tell(what: string): void {
    for (const worker of this.#workers) worker.send(what, () => {})
  }

  kill(): void {
    this.#isStopping = true
    for (const worker of this.#workers) worker.process.kill('SIGKILL')
  }

  /** `deaths` counts consecutive early deaths in this slot. */
  #startOne(deaths: number): Promise<void> {
    const worker = cluster.fork({ ...supervisedEnvironment, ...this.#environment })
    this.#workers.add(worker)
    return new Promise((resolve, reject) => {
      let readyAt: number | undefined
      let reason: string | undefined
      worker.on('message', (report: WorkerReport) => {
        if (typeof report !== 'object') return
        if ('failed' in report) reason = report.failed
        if (!('ready' in report)) return
        readyAt = performance.now()
        this.#serving += 1
        this.#metrics.add(worker)
        this.#port.add(worker)
        resolve()
      })
      worker.on('exit', (code, signal) => {
        this.#workers.delete(worker)
        const end = signal ? `by ${signal}` : `with code ${code}`
        if (readyAt === undefined) {
          reject(new CommandFailure(reason ?? `A worker ended ${end} before it was ready.`))
          return
        }
        this.#serving -= 1
        const wasSteady = performance.now() - readyAt >= STEADY_MS
        void this.#replace(`worker ${worker.process.pid} ended ${end}`, wasSteady ? 1 : deaths + 1)
      })
    })
  }

  async #replace(loss: string, deaths: number): Promise<void> {
    if (this.#isStopping) return
    if (this.#serving === 0 && deaths > MOST_TRIES) {
      this.#log.fatal(`${loss}, and no worker is left: giving up`)
      this.kill()
      process.exit(1)
    }
    const pause = deaths === 1 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (deaths - 2), LONGEST_PAUSE_MS)
    this.#log.error(`${loss}: starting another one${pause === 0 ? '' : ` in ${pause / 1000} s`}`)
    if (pause > 0) await sleep(pause)
    if (this.#isStopping) return
    try {
      await this.#startOne(deaths)
    } catch (error) {
      await this.#replace(error instanceof Error ? error.message : String(error), deaths + 1)
    }
  }
}
