/**
 * Queue of tasks that run one at a time. A request for a waiting task shares its promise; with `isShared`, also for a
 * running
 * one.
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
