import { Newcomers } from '@quirecms/core'

/** Milliseconds of work that may begin in one turn of the event loop before the network is polled again. */
const TURN_MS = 3

/** Groups that are tried in one turn. Most are short, and polling the network costs as much as one of them. */
const TRIED_IN_A_TURN = 32

/** Largest batch. */
const MOST_TOGETHER = 16

interface Waiting {
  readonly begin: () => void
  /** Cost estimate; 1 is cheap. Fewer expensive requests begin together. */
  readonly weight: number
}

interface Line {
  readonly waiting: Waiting[]
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
  readonly #lines = new Map<string, Line>()
  readonly #newcomers = new Newcomers()
  #turnBeganAt: number | undefined
  /** The last batch, until its duration is measured; undefined if other work may have run since. */
  #group: { readonly beganAt: number; readonly weight: number } | undefined
  /** Weight that fits into a time slice. */
  #together = 1

  /** `clientOf` is called only if the request has to wait. */
  begin(waiting: Waiting, clientOf: () => string): void {
    if (this.#lines.size === 0 && this.#turnBeganAt === undefined) {
      this.#beginTurn(performance.now())
      waiting.begin()
      return
    }
    const client = clientOf()
    const line = this.#lines.get(client)
    if (line === undefined) this.#lines.set(client, { waiting: [waiting], begun: 0 })
    else line.waiting.push(waiting)
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
    this.#group = undefined
    if (this.#lines.size === 0) return
    if (this.#newcomers.goFirst) {
      setImmediate(() => this.#endTurn())
      return
    }
    for (let i = 0; i <= TRIED_IN_A_TURN; i++) setImmediate(() => this.#beginGroup())
  }

  #beginGroup(): void {
    const now = performance.now()
    this.#learn(now)
    if (this.#lines.size === 0) return
    if (this.#turnBeganAt === undefined) this.#beginTurn(now)
    else if (now - this.#turnBeganAt > TURN_MS) return
    let weight = 0
    for (let next = this.#next; next; next = this.#next) {
      if (weight > 0 && weight + next.weight > this.#together) break
      weight += next.weight
      this.#removeNext()
      next.begin()
    }
    this.#group = { beganAt: now, weight }
  }

  #learn(now: number): void {
    if (this.#group === undefined) return
    const fitting = Math.floor((this.#group.weight * TURN_MS) / (now - this.#group.beganAt))
    this.#together = Math.max(1, Math.min(fitting, this.#together * 2, MOST_TOGETHER))
    this.#group = undefined
  }

  get #next(): Waiting | undefined {
    const [line] = this.#lines.values()
    return line?.waiting[0]
  }

  #removeNext(): void {
    const [next] = this.#lines
    if (next === undefined) return
    const [client, line] = next
    line.begun += line.waiting.shift()?.weight ?? 0
    if (line.waiting.length > 0 && line.begun < MOST_OF_A_CLIENT) return
    this.#lines.delete(client)
    if (line.waiting.length > 0) this.#lines.set(client, { waiting: line.waiting, begun: 0 })
  }
}
