/**
 * Runs tasks one after the other. Whoever asks for what is waiting already gets the same answer; with `isShared`, also for what is
 * under way.
 */
export class OneAtATime<Answer> {
  #last: Promise<unknown> = Promise.resolve()
  readonly #asked = new Map<string, Promise<Answer>>()

  run(name: string, task: () => Promise<Answer>, isShared: boolean): Promise<Answer> {
    const asked = this.#asked.get(name)
    if (asked) return asked
    const running = this.#last.then(async () => {
      if (!isShared) this.#asked.delete(name)
      try {
        return await task()
      } finally {
        if (isShared) this.#asked.delete(name)
      }
    })
    this.#asked.set(name, running)
    this.#last = running.catch(() => undefined)
    return running
  }
}
