import { Newcomers } from '@quirecms/core'

/** Work of requests that may be begun in one turn of the event loop; then the network is looked at again. */
const TURN_MS = 3

/** How many groups of those that wait are tried in one turn: most are short, and looking at the network costs as much as one of them. */
const TRIED_IN_A_TURN = 32

/** The weight of a group. More at once makes nothing faster. */
const MOST_TOGETHER = 16

/** A request that waits to be begun. */
interface Waiting {
  readonly begin: () => void
  /** How much it may ask for, where 1 is little: fewer of those that may ask for more are begun together. */
  readonly weight: number
}

/** The requests of one client that wait. */
interface Line {
  readonly waiting: Waiting[]
  /** The weight that has begun since it is its turn. */
  begun: number
}

/** What a client may begin before it is the next one's turn: one request that may ask for much, or several that ask for little. */
const MOST_OF_A_CLIENT = 4

/**
 * When requests begin. Much of what a request does is done at one go, so of hundreds that arrive together the last, and whoever comes
 * after it, would wait for all the others. So only the first in a turn of the event loop begins at once. The others wait in line, a line
 * for each client, and the lines take turns: whoever asks for little begins several while another begins one that may ask for much.
 *
 * They begin in groups, which take each step together: a processor that does the same for one after the other has it at hand, and needs
 * half the time. A group is as large as fits into a turn, judging by the one before it. So those who ask for much begin one by one.
 */
export class FairTurns {
  /** The client whose turn is next stands first. */
  readonly #lines = new Map<string, Line>()
  readonly #newcomers = new Newcomers()
  #turnBeganAt: number | undefined
  /** The last one that was begun, unless something else may have happened since. */
  #group: { readonly beganAt: number; readonly weight: number } | undefined
  /** The weight that fits into a turn. */
  #together = 1

  /** `clientOf` is asked only where there is a line to stand in. */
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

  /** Each group in a callback of its own, since what it does goes on when that is over. One more sees how long the last group took. */
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
