import { setTimeout as sleep } from 'node:timers/promises'
import type { HttpClient } from '../world/http.ts'
import type { World } from '../world/world.ts'
import type { Random } from '../random.ts'
import type { Tally } from '../tally.ts'
import { Ledger } from './ledger.ts'
import { Writer } from './writer.ts'

export interface LoadOptions {
  readonly world: World
  readonly tally: Tally
  readonly random: Random
  readonly writers: number
  readonly mayBeUnavailable?: boolean
  readonly now?: () => number
}

/** Several concurrent writers with one ledger. */
export class MixedLoad {
  readonly ledger = new Ledger()
  readonly clients: HttpClient[]
  readonly #writers: readonly Writer[]
  /** Number of steps of all writers. */
  #steps = 0

  constructor(
    clients: readonly HttpClient[],
    { world, tally, random, writers, mayBeUnavailable = false, now = Date.now }: LoadOptions,
  ) {
    this.clients = [...clients]
    this.#writers = Array.from({ length: writers }, (_, index) => {
      const name = `w${index}`
      const headers = world.as('editor')
      return new Writer({
        clients: this.clients,
        ledger: this.ledger,
        tally,
        random: random.fork(),
        headers,
        name,
        mayBeUnavailable,
        now,
      })
    })
  }

  /** Runs until stopped, or until each writer has made this many steps or lost its connection. */
  async run({ steps = Number.POSITIVE_INFINITY, until }: { steps?: number; until?: AbortSignal } = {}): Promise<void> {
    const isOver = () => until?.aborted === true
    await Promise.all(
      this.#writers.map(async (writer) => {
        writer.isCutOff = false
        for (let made = 0; made < steps && !isOver() && !writer.isCutOff; made += 1) {
          this.#steps += 1
          await writer.step()
        }
      }),
    )
  }

  /** Reasons of broken connections since the last call. */
  brokenBy(): string[] {
    return this.#writers.flatMap(({ brokenBy }) => brokenBy.splice(0))
  }

  /** Waits for this many more steps and then a moment, so that calls are in progress everywhere. */
  async underWay(steps: number, random: Random): Promise<void> {
    const enough = this.#steps + steps
    while (this.#steps < enough) await sleep(5)
    await sleep(random.between(0, 30))
  }
}
