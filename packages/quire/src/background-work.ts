/** Work that no answer waits for, such as mail. Kept in sight, so that closing the application can wait for it. */
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

  /** Work may start more work. */
  async settle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }
}
