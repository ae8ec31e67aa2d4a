import { QuireError } from '@quire/core'

export interface LaneOptions {
  /** How many may be in it at once. */
  readonly places: number
  readonly mostWaiting: number
  /** How long anybody waits, in milliseconds. */
  readonly patience: number
}

/** Lets a few in at a time. Of those who wait there is a bounded number, and nobody waits for ever. */
export class Lane {
  readonly #options: LaneOptions
  /** What lets in whoever waits, in the order in which they came. */
  readonly #waiting = new Set<() => void>()
  #inside = 0

  constructor(options: LaneOptions) {
    this.#options = options
  }

  /** Once `gone`, it does not begin any more. */
  async run<T>(work: () => Promise<T>, gone?: AbortSignal): Promise<T> {
    if (gone?.aborted) throw nobodyWaits()
    if (this.#inside >= this.#options.places) await this.#wait(gone)
    else this.#inside += 1
    try {
      return await work()
    } finally {
      this.#leave()
    }
  }

  #wait(gone: AbortSignal | undefined): Promise<void> {
    if (this.#waiting.size >= this.#options.mostWaiting) throw tooBusy()
    return new Promise((resolve, reject) => {
      const enter = () => {
        stop()
        resolve()
      }
      const giveUp = (error: QuireError) => {
        stop()
        reject(error)
      }
      const leave = () => giveUp(nobodyWaits())
      const timer = setTimeout(() => giveUp(tooBusy()), this.#options.patience)
      const stop = () => {
        clearTimeout(timer)
        gone?.removeEventListener('abort', leave)
        this.#waiting.delete(enter)
      }
      gone?.addEventListener('abort', leave)
      this.#waiting.add(enter)
    })
  }

  /** The place goes to whoever has waited longest. */
  #leave(): void {
    for (const enter of this.#waiting) {
      enter()
      return
    }
    this.#inside -= 1
  }
}

/** Too many wait already, or whoever is before them takes too long. */
export function tooBusy(): QuireError {
  return new QuireError('unavailable', 'The database is busy. Try again in a moment.', { retryAfter: 1 })
}

/** For whoever began it and went away: nobody will read this. */
export function nobodyWaits(): QuireError {
  return new QuireError('unavailable', 'Nobody waits for the answer any more.')
}
