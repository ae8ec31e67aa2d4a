/** An event that occurs once. Later listeners are called at once. */
export class Moment {
  readonly #listeners = new Set<() => void>()
  #hasCome = false

  get hasCome(): boolean {
    return this.#hasCome
  }

  on(listener: () => void): () => void {
    if (this.#hasCome) listener()
    else this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  comes(): void {
    if (this.#hasCome) return
    this.#hasCome = true
    const listeners = [...this.#listeners]
    this.#listeners.clear()
    for (const listener of listeners) listener()
  }
}

/** Events of the shutdown (docs/contract/command-line.md#stopping). */
export interface End {
  /** The drain begins: endless work should end. */
  readonly stopping: Moment
  /** The drain is over: endless streams are closed. */
  readonly streamsOver: Moment
}
