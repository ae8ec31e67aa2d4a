import { Newcomers } from './newcomers.ts'

/** What all long work together may take in one round of the event loop; then the network is looked at again. */
const ROUND_MS = 3
/** What takes no longer than this is over before it would be its turn again. */
const LEAST_MS = 1
/** Hundreds who waited for the same go on at the same moment: from here on, little work waits as well. */
const LONGEST_ROUND_MS = 2 * ROUND_MS

/** When the first who takes turns in this round of the event loop began. */
let roundBegan: number | undefined

/** Those whose turn is over, a line for each client; the client whose turn is next stands first. */
const lines = new Map<string | undefined, (() => void)[]>()

const newcomers = new Newcomers()

/**
 * The time that long work may have in one go: everybody else waits for it meanwhile. A round is shared by all who work in it, whatever
 * each of them is at. One of those who wait goes on in each of the next rounds, and of those the clients take turns: who has asked for
 * much waits for itself.
 */
export class Turn {
  readonly #client: string | undefined
  #began: number

  /** `client` is whom the work is done for; undefined is the application itself. */
  constructor(client?: string) {
    this.#client = client
    this.#began = beginning()
  }

  get isOver(): boolean {
    const now = performance.now()
    const used = now - beginningOfRound(now)
    return used > ROUND_MS && (now - this.#began > LEAST_MS || used > LONGEST_ROUND_MS)
  }

  /** Resolves when it is this one's turn again. */
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
  const line = lines.get(client)
  if (line) line.push(goOn)
  else if (lines.set(client, [goOn]).size === 1) setImmediate(letNextGoOn)
}

function letNextGoOn(): void {
  const [next] = lines
  if (!next) return
  if (newcomers.goFirst) {
    setImmediate(letNextGoOn)
    return
  }
  const [client, line] = next
  lines.delete(client)
  const goOn = line.shift()
  if (line.length > 0) lines.set(client, line)
  if (lines.size > 0) setImmediate(letNextGoOn)
  endRound()
  goOn?.()
}
