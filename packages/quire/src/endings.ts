import type { BackgroundWork } from './background-work.ts'

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
