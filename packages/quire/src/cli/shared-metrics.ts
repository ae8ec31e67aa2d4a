import type { Worker } from 'node:cluster'
import type { App } from '../create-app.ts'
import { metricsOf } from '../runtime-of.ts'
import { counted, merge, type MetricsSnapshot } from '../metrics/snapshot.ts'

/** Response limit of a worker; after that, its last counts are used. */
const LONGEST_MS = 2_000

type Message =
  /** The primary asks a worker; `shared` selects the one that reads shared gauges. */
  | { readonly metrics: 'ask'; readonly id: number; readonly shared: boolean }
  | { readonly metrics: 'told'; readonly id: number; readonly snapshot: MetricsSnapshot }
  /** A worker asks the primary, because it got a client's request. */
  | { readonly metrics: 'gather'; readonly id: number }
  | { readonly metrics: 'gathered'; readonly id: number; readonly snapshot: MetricsSnapshot }

interface Question {
  readonly to: Worker
  /** Undefined if it will not respond. */
  tell(snapshot: MetricsSnapshot | undefined): void
}

function isMessage(message: unknown): message is Message {
  return typeof message === 'object' && message !== null && 'metrics' in message
}

/** Merges the metrics of all workers in the primary. When a worker ends, only counts since its last report are lost. */
export class SharedMetrics {
  readonly #workers = new Map<Worker, MetricsSnapshot>()
  readonly #waiting = new Map<number, Question>()
  #ended: MetricsSnapshot = []
  #lastId = 0

  add(worker: Worker): void {
    this.#workers.set(worker, [])
    worker.on('message', (message: unknown) => {
      if (!isMessage(message)) return
      if (message.metrics === 'told') this.#waiting.get(message.id)?.tell(message.snapshot)
      if (message.metrics === 'gather') void this.#answer(worker, message.id)
    })
    worker.on('exit', () => {
      this.#ended = merge([this.#ended, counted(this.#workers.get(worker) ?? [])])
      this.#workers.delete(worker)
      for (const question of this.#waiting.values()) if (question.to === worker) question.tell(undefined)
    })
  }

  async gather(): Promise<MetricsSnapshot> {
    const asked = [...this.#workers.keys()].map((worker, index) => this.#ask(worker, index === 0))
    return merge([this.#ended, ...(await Promise.all(asked))])
  }

  async #answer(worker: Worker, id: number): Promise<void> {
    const snapshot = await this.gather()
    const answer: Message = { metrics: 'gathered', id, snapshot }
    if (worker.isConnected()) worker.send(answer, () => {})
  }

  async #ask(worker: Worker, shared: boolean): Promise<MetricsSnapshot> {
    const id = ++this.#lastId
    const before = this.#workers.get(worker) ?? []
    const question: Message = { metrics: 'ask', id, shared }
    const told = await new Promise<MetricsSnapshot | undefined>((resolve) => {
      const timer = setTimeout(() => resolve(undefined), LONGEST_MS)
      const tell = (snapshot: MetricsSnapshot | undefined) => {
        clearTimeout(timer)
        resolve(snapshot)
      }
      this.#waiting.set(id, { to: worker, tell })
      worker.send(question, (error) => error && tell(undefined))
    })
    this.#waiting.delete(id)
    if (!told) return this.#workers.has(worker) ? before : []
    // If it has ended, its counts are among those of ended workers.
    if (!this.#workers.has(worker)) return []
    this.#workers.set(worker, told)
    return told
  }
}

/** In a worker: answers the primary, and requests the merged metrics. */
export function shareMetrics(app: App): void {
  const metrics = metricsOf(app)
  if (!metrics) return
  const waiting = new Map<number, (snapshot: MetricsSnapshot) => void>()
  let lastId = 0
  process.on('message', (message: unknown) => {
    if (!isMessage(message)) return
    if (message.metrics === 'gathered') waiting.get(message.id)?.(message.snapshot)
    if (message.metrics === 'ask') void tell(message.id, message.shared)
  })
  const tell = async (id: number, shared: boolean) => {
    const answer: Message = { metrics: 'told', id, snapshot: await metrics.recorder.snapshot(shared) }
    process.send?.(answer, () => {})
  }
  metrics.gather = () =>
    new Promise((resolve, reject) => {
      const id = ++lastId
      const timer = setTimeout(() => {
        waiting.delete(id)
        reject(new Error('the primary process did not answer'))
      }, LONGEST_MS * 2)
      waiting.set(id, (snapshot) => {
        clearTimeout(timer)
        waiting.delete(id)
        resolve(snapshot)
      })
      const question: Message = { metrics: 'gather', id }
      process.send?.(question, () => {})
    })
}
