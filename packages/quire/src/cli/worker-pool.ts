import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@quirecms/server'
import { CommandFailure } from './command-failure.ts'
import type { SharedMetrics } from './shared-metrics.ts'
import { environmentFor, type SharedPort } from './shared-port.ts'
import { LEAVE, STOP, supervisedEnvironment } from './stop-request.ts'

/** What a worker tells about its start. */
export type WorkerReport = { readonly ready: true } | { readonly failed: string }

/** Number of restarts while no worker serves. */
const MOST_TRIES = 5
/** The second try waits for this long, each further one twice as long as the one before. */
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
/** A worker that has served for so long died of something else than those before it. */
const STEADY_MS = 60_000
/** Each worker ends by itself within 11 s of being asked to. */
const LAST_CALL_MS = 12_000

/**
 * Processes that serve the same application on one port, which is known once it is open. One that dies is replaced; one that dies again and again ever more slowly, and the
 * others go on. Only when none is left that serves, the service ends.
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

  /** Resolves once all of them serve. */
  async start(address: AddressInfo): Promise<void> {
    this.#environment = environmentFor(address)
    try {
      await Promise.all(Array.from({ length: this.#size }, () => this.#startOne(0)))
    } catch (error) {
      this.kill()
      throw error
    }
  }

  /** They go on as before for the time of a lame duck, and then finish what is in flight. */
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

  /** `deaths` counts those that died before, one soon after the other, in the same place. */
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
          reject(new CommandFailure(reason ?? `A worker ended ${end} before it could serve.`))
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
      this.#log.fatal(`${loss}, as others did before, and none is left: giving up`)
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
