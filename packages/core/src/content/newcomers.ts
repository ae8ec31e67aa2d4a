/** For so long work waits for those who are just coming; then it goes on, and they wait. */
const LONGEST_WAIT_MS = 10

let comers = 0

/** To be told of every connection that was taken. */
export function somebodyCame(): void {
  comers += 1
}

/**
 * Whether more are coming. One connection is taken in each round of the event loop, however many wait outside and whoever they are: if
 * work went on in each of these rounds as well, whoever stands behind hundreds would wait for hundreds of pieces of work. Rounds without
 * work take next to nothing.
 */
export class Newcomers {
  #known = comers
  #since: number | undefined

  /** To be asked once in a round, before work goes on. If it is so, work should wait for the next round. */
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
