/** Something that happens once. Whoever asks later is told at once. */
export class Moment {
  readonly #listeners = new Set<() => void>()
  #hasCome = false

  get hasCome(): boolean {
    return this.#hasCome
  }

  /** Returns the function that ends it. */
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

/** What the end of the service means for what is under way (docs/contract/command-line.md#stopping). */
export interface End {
  /** The drain begins: whatever has no end of its own should come to one. */
  readonly stopping: Moment
  /** The drain is over: streams without an end are ended. */
  readonly streamsOver: Moment
}
