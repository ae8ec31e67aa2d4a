/** How long running work yields to new connections. */
const LONGEST_WAIT_MS = 10

let comers = 0

/** The server calls this for every accepted connection. */
export function somebodyCame(): void {
  comers += 1
}

/**
 * Whether new connections are arriving. The event loop accepts one connection in each round. If long work also ran in
 * each of these rounds, a client behind hundreds of pending connections would wait for hundreds of time slices. A round
 * without work takes almost no time.
 */
export class Newcomers {
  #known = comers
  #since: number | undefined

  /** Ask once in each round, before work continues. If true, the work should wait for the next round. */
  get goFirst(): boolean {
    const isSomebodyNew = this.#known !== comers
    this.#known = comers
    const now = performance.now()
    this.#since ??= now
    if (isSomebodyNew && now - this.#since <= LONGEST_WAIT_MS) return true
    this.#since = undefined
    return false
  }
}
