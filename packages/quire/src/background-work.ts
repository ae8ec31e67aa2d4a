/** How long closing waits for unsent mail (docs/contract/command-line.md#stopping). */
const MOST_WAIT = 5_000

/** Work that no response waits for, such as mail. Tracked, so that closing can wait for it. */
export class BackgroundWork {
  readonly #running = new Set<Promise<void>>()
  readonly #onError: (message: string, error: unknown) => void

  constructor(onError: (message: string, error: unknown) => void) {
    this.#onError = onError
  }

  /** Starts after the current turn, so that the answer goes out first. */
  start(what: string, work: () => Promise<void>): void {
    const task = new Promise<void>((resolve) => setImmediate(resolve))
      .then(work)
      .catch((error: unknown) => this.#onError(`background work failed: ${what}`, error))
      .finally(() => this.#running.delete(task))
    this.#running.add(task)
  }

  /** Waits for running work and work that it starts, with a time limit, because a mail server may hang. */
  async settle(most = MOST_WAIT): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const over = new Promise<'over'>((resolve) => {
      timer = setTimeout(() => resolve('over'), most)
    })
    while (this.#running.size > 0) {
      if ((await Promise.race([Promise.all(this.#running), over])) !== 'over') continue
      this.#onError('background work did not finish in time', new Error(`${this.#running.size} tasks were unfinished`))
      break
    }
    clearTimeout(timer)
  }
}

export const STOPPING = 'stopping'

/** Listeners for the beginning of the shutdown, which waits for their work. */
export class Endings {
  readonly #background: BackgroundWork
  readonly #listeners = new Set<() => unknown>()
  #hasBegun = false

  constructor(background: BackgroundWork) {
    this.#background = background
  }

  on(listener: () => unknown): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  begin(): void {
    if (this.#hasBegun) return
    this.#hasBegun = true
    for (const listener of this.#listeners) this.#background.start('stopping', async () => void (await listener()))
  }
}
