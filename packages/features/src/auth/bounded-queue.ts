import { QuireError } from '@quirecms/core/feature'

/** A place in the queue, held until `leave()`. */
export interface QueueSlot {
  /** Runs `work` once a slot is free. A place may run several units of work, one after another. */
  run<T>(work: () => Promise<T>): Promise<T>
  leave(): void
}

export interface QueueLimits {
  /** Maximum number of units of work that run at the same time. */
  readonly atOnce: number
  /** Maximum number of places, running and waiting. */
  readonly places: number
  readonly refusal: string
}

export class BoundedQueue {
  readonly #limits: QueueLimits
  #taken = 0
  #running = 0
  readonly #waiting: (() => void)[] = []

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  /** Throws `unavailable` if all places are taken, before anything is done for the call. */
  enter(): QueueSlot {
    if (this.#taken >= this.#limits.places) {
      throw new QuireError('unavailable', this.#limits.refusal, { retryAfter: 1 })
    }
    this.#taken += 1
    return { run: (work) => this.#run(work), leave: () => (this.#taken -= 1) }
  }

  async hold<T>(stay: (place: QueueSlot) => Promise<T>): Promise<T> {
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
      // Hand the slot to the work that has waited longest. `#running` stays the same, so newcomers can't take it.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }
}
