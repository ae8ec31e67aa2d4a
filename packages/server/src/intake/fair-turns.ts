/** Work of requests that may be begun in one turn of the event loop; then the network is looked at again. */
const TURN_MS = 5

/** How many of those that wait are tried in one turn: most are short, and looking at the network costs as much as one of them. */
const TRIED_IN_A_TURN = 32

type Begin = () => void

/**
 * When requests begin. Much of what a request does is done at one go, so of hundreds that arrive together the last, and whoever comes
 * after it, would wait for all the others. Once a turn is used up, requests wait in line instead, a line for each client, and the first of
 * each line has its turn after the first of the one before. As long as there is time, none of this costs anything.
 */
export class FairTurns {
  /** The client whose turn is next stands first. */
  readonly #lines = new Map<string, Begin[]>()
  #turnBeganAt: number | undefined

  /** `clientOf` is asked only where there is a line to stand in. */
  begin(begin: Begin, clientOf: () => string): void {
    if (this.#lines.size === 0 && !this.#isUsedUp()) {
      begin()
      return
    }
    const client = clientOf()
    const line = this.#lines.get(client)
    if (line === undefined) this.#lines.set(client, [begin])
    else line.push(begin)
  }

  #isUsedUp(): boolean {
    const now = performance.now()
    if (this.#turnBeganAt !== undefined) return now - this.#turnBeganAt > TURN_MS
    this.#turnBeganAt = now
    setImmediate(() => this.#nextTurn())
    return false
  }

  /** Each in a callback of its own, since what it does goes on when that is over. */
  #nextTurn(): void {
    this.#turnBeganAt = undefined
    if (this.#lines.size === 0) return
    for (let i = 0; i < TRIED_IN_A_TURN; i++) setImmediate(() => this.#beginNext())
  }

  #beginNext(): void {
    const [next] = this.#lines
    if (next === undefined || this.#isUsedUp()) return
    const [client, line] = next
    this.#lines.delete(client)
    const begin = line.shift()
    if (line.length > 0) this.#lines.set(client, line)
    begin?.()
  }
}
