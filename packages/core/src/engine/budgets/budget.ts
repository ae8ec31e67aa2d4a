import { QuireError } from '../../contracts/errors.ts'
import { TimeSlice } from '../../content/time-slice.ts'
import { isGone, clientDisconnected, waitingClient } from '../waiting-client.ts'

export interface BudgetOptions {
  /** Capacity, in the unit of the weights: places, bytes, megapixels. */
  readonly whole: number
  /** Largest share of one client; half by default. */
  readonly share?: number
  /** Length of the queue; further requests are refused before any work. */
  readonly mostWaiting: number
  /** Longest wait in the queue, in milliseconds. */
  readonly patience: number
  readonly busy: string
  /** Seconds after which a refused client may try again. */
  readonly retryAfter?: number
  /** All work on this budget is short: admitted work starts at once, without a turn of its own. */
  readonly isForQuick?: boolean
}

/** A request for a share of the budget. Client and signal default to those of the current request. */
export interface Taking {
  /** Weight; 1 by default. */
  readonly weight?: number
  /** The actor or else the address; undefined for the application itself, which may use the whole capacity. */
  readonly client?: string | undefined
  /** Removes the request from the queue when aborted. Running work ends by its own code, and returns its share then. */
  readonly signal?: AbortSignal | undefined
}

/** Queued work that starts when there is room. */
interface Beginning extends Waiting {
  begin(): void
}

/** Releases the share. Idempotent. */
export type GiveBack = () => void

/**
 * Fair-share admission control for work that costs more than a small read (docs/contract/limits.md#fair-shares). There
 * is one budget for each resource. All of them schedule by the same rules:
 *
 * - A client runs at most its share, even if the budget is otherwise idle, so that the next client finds room at once.
 *   Its first piece of work may exceed the share and the whole budget: then it runs alone.
 * - Among queued clients, the one with the least running work goes first; then the smallest piece of work; then the
 *   oldest. While that one does not fit, clients with more running work cannot overtake it.
 * - When the queue is full, the client with the most queued work loses its last and largest piece to a client with
 *   less. All others are refused with `unavailable` and `Retry-After`.
 *
 * @example
 * const pixels = new Budget({ whole: 100, mostWaiting: 200, patience: 30_000, busy: 'Too many images are being processed. Try again later.' })
 * const giveBack = await pixels.take({ weight: megapixels })
 * try {
 *   await resize(image)
 * } finally {
 *   giveBack()
 * }
 * // the same: await pixels.run(() => resize(image), { weight: megapixels })
 */
export class Budget {
  readonly #options: BudgetOptions
  readonly #share: number
  readonly #queues = new ClientQueues<Beginning>()
  readonly #held = new Map<string | undefined, number>()
  #taken = 0

  constructor(options: BudgetOptions) {
    this.#options = options
    this.#share = options.share ?? options.whole / 2
  }

  get waiting(): number {
    return this.#queues.size
  }

  async take(taking: Taking = {}): Promise<GiveBack> {
    const asking = waitingClient()
    const client = 'client' in taking ? taking.client : asking?.name
    const weight = taking.weight ?? 1
    if ('signal' in taking ? taking.signal?.aborted : isGone(asking)) throw clientDisconnected()
    if (this.#queues.isEmpty && this.#mayHave(client, weight) && this.#fits(weight)) return this.#grant(client, weight)
    const signal = 'signal' in taking ? taking.signal : asking?.gone
    if (this.#options.isForQuick) return this.#wait({ client, weight, signal })
    try {
      return await this.#wait({ client, weight, signal })
    } finally {
      // Work is often done in one go, and hundreds may be refused at once: yield in between.
      await new TimeSlice(client).letOthersIn()
    }
  }

  async run<T>(work: () => Promise<T>, taking?: Taking): Promise<T> {
    const giveBack = await this.take(taking)
    try {
      return await work()
    } finally {
      giveBack()
    }
  }

  #mayHave(client: string | undefined, weight: number): boolean {
    const held = this.#held.get(client)
    return held === undefined || client === undefined || held + weight <= this.#share
  }

  #fits(weight: number): boolean {
    return this.#taken === 0 || this.#taken + weight <= this.#options.whole
  }

  #grant(client: string | undefined, weight: number): GiveBack {
    this.#taken += weight
    this.#held.set(client, (this.#held.get(client) ?? 0) + weight)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#taken -= weight
      const left = (this.#held.get(client) ?? weight) - weight
      if (left > 0) this.#held.set(client, left)
      else this.#held.delete(client)
      this.#letIn()
    }
  }

  #wait({ client, weight, signal }: Required<Taking>): Promise<GiveBack> {
    this.#makeRoomInQueue(client)
    return new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', leave)
      }
      const waiting: Beginning = {
        client,
        weight,
        begin: () => {
          stop()
          resolve(this.#grant(client, weight))
        },
        refuse: () => {
          stop()
          reject(this.#busy())
        },
      }
      const giveUp = (error: QuireError) => {
        stop()
        this.#queues.remove(waiting)
        reject(error)
        // This work may have blocked others in the queue.
        this.#letIn()
      }
      const leave = () => giveUp(clientDisconnected())
      const timer = setTimeout(() => giveUp(this.#busy()), this.#options.patience)
      signal?.addEventListener('abort', leave)
      this.#queues.add(waiting)
      this.#letIn()
    })
  }

  #makeRoomInQueue(client: string | undefined): void {
    if (this.#queues.size < this.#options.mostWaiting) return
    const last = this.#queues.lastOfLongest(client)
    if (!last) throw this.#busy()
    this.#queues.remove(last)
    last.refuse()
  }

  #letIn(): void {
    for (let next = this.#next(); next && this.#fits(next.weight); next = this.#next()) {
      this.#queues.remove(next)
      next.begin()
    }
  }

  #next(): Beginning | undefined {
    let best: Beginning | undefined
    for (const first of this.#queues.firsts())
      if (this.#mayHave(first.client, first.weight) && (!best || this.#goesBefore(first, best))) best = first
    return best
  }

  #goesBefore(one: Waiting, other: Waiting): boolean {
    const difference = (this.#held.get(one.client) ?? 0) - (this.#held.get(other.client) ?? 0)
    return difference < 0 || (difference === 0 && one.weight < other.weight)
  }

  #busy(): QuireError {
    return new QuireError('unavailable', this.#options.busy, { retryAfter: this.#options.retryAfter ?? 1 })
  }
}

export interface Waiting {
  readonly client: string | undefined
  readonly weight: number
  refuse(): void
}

/** Queues by client. In each, the smallest work goes first, then the oldest. */
export class ClientQueues<Work extends Waiting> {
  /** In the order in which clients began to wait; empty queues are removed. */
  readonly #queues = new Map<string | undefined, Work[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  get isEmpty(): boolean {
    return this.#size === 0
  }

  add(waiting: Work): void {
    const queue = this.#queues.get(waiting.client) ?? []
    this.#queues.set(waiting.client, queue)
    const behind = queue.findLastIndex((other) => other.weight <= waiting.weight)
    queue.splice(behind + 1, 0, waiting)
    this.#size += 1
  }

  remove(waiting: Work): void {
    const queue = this.#queues.get(waiting.client) ?? []
    const place = queue.indexOf(waiting)
    if (place < 0) return
    queue.splice(place, 1)
    this.#size -= 1
    this.#queues.delete(waiting.client)
    // A served client goes behind the others with as little running work.
    if (queue.length > 0) this.#queues.set(waiting.client, queue)
  }

  /** Next work of the first client in turn; a served client goes behind the others. */
  get first(): Work | undefined {
    return this.firsts().next().value ?? undefined
  }

  takeAll(): Work[] {
    const all = [...this.#queues.values()].flat()
    this.#queues.clear()
    this.#size = 0
    return all
  }

  *firsts(): Generator<Work, undefined> {
    for (const [first] of this.#queues.values()) if (first) yield first
    return undefined
  }

  /** Last work of the longest queue; undefined unless it stays longer than this client's queue would become. */
  lastOfLongest(client: string | undefined): Work | undefined {
    let longest: readonly Work[] = this.#queues.get(client) ?? []
    const own = longest.length
    for (const queue of this.#queues.values()) if (queue.length > longest.length) longest = queue
    return longest.length > own + 1 ? longest.at(-1) : undefined
  }
}
