import type { BackgroundWork } from './background-work.ts'

/** Under which `app.on` tells of it. */
export const STOPPING = 'stopping'

/** What is called when the application begins to stop. Its end waits for what that begins, as for all background work. */
export class Endings {
  readonly #background: BackgroundWork
  readonly #listeners = new Set<() => unknown>()
  #hasBegun = false

  constructor(background: BackgroundWork) {
    this.#background = background
  }

  /** Returns the function that takes it back. */
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
