/** How long running work yields to new connections. */
const LONGEST_WAIT_MS = 10

let connections = 0

/** The server calls this for every accepted connection. */
export function noteNewConnection(): void {
  connections += 1
}

/**
 * Whether new connections are arriving. The event loop accepts one connection in each round. If long work also ran in
 * each of these rounds, a client behind hundreds of pending connections would wait for hundreds of time slices. A round
 * without work takes almost no time.
 */
export class NewConnections {
  #known = connections
  #since: number | undefined

  /** Ask once in each round, before work continues. If true, the work should wait for the next round. */
  get goFirst(): boolean {
    const hasNew = this.#known !== connections
    this.#known = connections
    const now = performance.now()
    this.#since ??= now
    if (hasNew && now - this.#since <= LONGEST_WAIT_MS) return true
    this.#since = undefined
    return false
  }
}

/** Time budget of all long work together in one round of the event loop; then I/O is processed. */
const ROUND_MS = 3
/** Work shorter than this never yields. */
const LEAST_MS = 1
/** Hard limit of a round; short work yields too. */
const LONGEST_ROUND_MS = 2 * ROUND_MS

/** Start time of the first time slice in this round of the event loop. */
let roundBegan: number | undefined

/**
 * Work that waits for its next time slice, a queue for each client. The first entry is the next client (round robin).
 */
const queues = new Map<string | undefined, (() => void)[]>()

const newConnections = new NewConnections()

/**
 * A time slice for long work, which blocks the event loop meanwhile. All work in one round of the event loop shares the
 * budget of the round. Each further round resumes one waiting task, and clients take turns (round robin), so a client
 * with many requests only delays itself.
 */
export class TimeSlice {
  readonly #client: string | undefined
  #began: number

  /** `client`: the client that the work is for; undefined for the application itself. */
  constructor(client?: string) {
    this.#client = client
    this.#began = beginning()
  }

  get isOver(): boolean {
    const now = performance.now()
    const used = now - beginningOfRound(now)
    return used > ROUND_MS && (now - this.#began > LEAST_MS || used > LONGEST_ROUND_MS)
  }

  async letOthersIn(): Promise<void> {
    await new Promise<void>((resolve) => wait(this.#client, resolve))
    this.#began = beginning()
  }
}

function beginning(): number {
  const now = performance.now()
  beginningOfRound(now)
  return now
}

function beginningOfRound(now: number): number {
  if (roundBegan === undefined) {
    roundBegan = now
    setImmediate(endRound)
  }
  return roundBegan
}

function endRound(): void {
  roundBegan = undefined
}

function wait(client: string | undefined, goOn: () => void): void {
  const queue = queues.get(client)
  if (queue) queue.push(goOn)
  else if (queues.set(client, [goOn]).size === 1) setImmediate(letNextGoOn)
}

function letNextGoOn(): void {
  const [next] = queues
  if (!next) return
  if (newConnections.goFirst) {
    setImmediate(letNextGoOn)
    return
  }
  const [client, queue] = next
  queues.delete(client)
  const goOn = queue.shift()
  if (queue.length > 0) queues.set(client, queue)
  if (queues.size > 0) setImmediate(letNextGoOn)
  endRound()
  goOn?.()
}
