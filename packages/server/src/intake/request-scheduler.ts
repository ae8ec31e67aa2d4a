import { NewConnections } from '@quirecms/core'

/** Milliseconds of work that may begin in one turn of the event loop before the network is polled again. */
const TURN_MS = 3

/** Batches that are tried in one turn. Most are short, and polling the network costs as much as one of them. */
const BATCHES_IN_A_TURN = 32

/** In weight. */
const LARGEST_BATCH = 16

interface ScheduledRequest {
  readonly begin: () => void
  /** Cost estimate; 1 is cheap. Fewer expensive requests begin together. */
  readonly weight: number
}

interface ClientQueue {
  readonly waiting: ScheduledRequest[]
  /** Weight that this client began in its current turn. */
  begun: number
}

/** Weight that a client may begin per turn: one expensive request, or several cheap ones. */
const MOST_OF_A_CLIENT = 4

/**
 * Fair queue of requests. Much of a request runs synchronously, so hundreds that arrive together would delay all
 * others. Therefore only the first request in a turn of the event loop begins at once. The others wait in a queue per
 * client, and the clients take turns: one begins several cheap requests while another begins one expensive request.
 *
 * Requests begin in batches that run each step together: repeating the same code keeps the CPU caches warm and takes
 * half the time. The size of a batch follows from the duration of the last one, so that a batch fits into a time slice.
 * Expensive requests therefore begin one by one.
 */
export class RequestScheduler {
  /** Ordered: the client whose turn is next comes first. */
  readonly #queues = new Map<string, ClientQueue>()
  readonly #newConnections = new NewConnections()
  #turnBeganAt: number | undefined
  /** The last batch, until its duration is measured; undefined if other work may have run since. */
  #batch: { readonly beganAt: number; readonly weight: number } | undefined
  /** Weight that fits into a time slice. */
  #fitting = 1

  /** `clientOf` is called only if the request has to wait. */
  schedule(request: ScheduledRequest, clientOf: () => string): void {
    if (this.#queues.size === 0 && this.#turnBeganAt === undefined) {
      this.#beginTurn(performance.now())
      request.begin()
      return
    }
    const client = clientOf()
    const queue = this.#queues.get(client)
    if (queue === undefined) this.#queues.set(client, { waiting: [request], begun: 0 })
    else queue.waiting.push(request)
  }

  #beginTurn(now: number): void {
    this.#turnBeganAt = now
    setImmediate(() => this.#endTurn())
  }

  /**
   * Each batch begins in its own callback, because its work continues after that callback. One callback more measures
   * the last batch.
   */
  #endTurn(): void {
    this.#turnBeganAt = undefined
    this.#batch = undefined
    if (this.#queues.size === 0) return
    if (this.#newConnections.goFirst) {
      setImmediate(() => this.#endTurn())
      return
    }
    for (let i = 0; i <= BATCHES_IN_A_TURN; i++) setImmediate(() => this.#beginBatch())
  }

  #beginBatch(): void {
    const now = performance.now()
    this.#measureBatch(now)
    if (this.#queues.size === 0) return
    if (this.#turnBeganAt === undefined) this.#beginTurn(now)
    else if (now - this.#turnBeganAt > TURN_MS) return
    let weight = 0
    for (let next = this.#next; next; next = this.#next) {
      if (weight > 0 && weight + next.weight > this.#fitting) break
      weight += next.weight
      this.#removeNext()
      next.begin()
    }
    this.#batch = { beganAt: now, weight }
  }

  #measureBatch(now: number): void {
    if (this.#batch === undefined) return
    const fitting = Math.floor((this.#batch.weight * TURN_MS) / (now - this.#batch.beganAt))
    // At most twice as much as before: a short batch may have been an exception.
    this.#fitting = Math.max(1, Math.min(fitting, this.#fitting * 2, LARGEST_BATCH))
    this.#batch = undefined
  }

  get #next(): ScheduledRequest | undefined {
    const [queue] = this.#queues.values()
    return queue?.waiting[0]
  }

  #removeNext(): void {
    const [next] = this.#queues
    if (next === undefined) return
    const [client, queue] = next
    queue.begun += queue.waiting.shift()?.weight ?? 0
    if (queue.waiting.length > 0 && queue.begun < MOST_OF_A_CLIENT) return
    this.#queues.delete(client)
    if (queue.waiting.length > 0) this.#queues.set(client, { waiting: queue.waiting, begun: 0 })
  }
}
