import { QuireError } from '../../contracts/errors.ts'

/** A place in the queue, held until it is left. */
export interface Place {
  /** Runs when it is its turn. One place may have several turns, one after another. */
  run<T>(work: () => Promise<T>): Promise<T>
  leave(): void
}

export interface QueueLimits {
  /** How much work runs at the same time. */
  readonly atOnce: number
  /** How many places there are, for those whose turn it is and those who wait. */
  readonly places: number
  /** What whoever finds no place is told. */
  readonly refusal: string
}

/** Work that waits for its turn, in the order in which it came. There are so many places, and whoever comes when all are taken is sent away. */
export class BoundedQueue {
  readonly #limits: QueueLimits
  #taken = 0
  #running = 0
  readonly #waiting: (() => void)[] = []

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  /** `unavailable` where all places are taken: at once, before anything is done for the call. */
  enter(): Place {
    if (this.#taken >= this.#limits.places) {
      throw new QuireError('unavailable', this.#limits.refusal, { retryAfter: 1 })
    }
    this.#taken += 1
    return { run: (work) => this.#run(work), leave: () => (this.#taken -= 1) }
  }

  /** Holds a place for as long as `stay` takes. */
  async hold<T>(stay: (place: Place) => Promise<T>): Promise<T> {
    const place = this.enter()
    try {
      return await stay(place)
    } finally {
      place.leave()
    }
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#limits.atOnce) this.#running += 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The turn goes on to whoever waits longest; nobody who comes in between can take it.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }
}
