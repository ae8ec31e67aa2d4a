/** A piece of work that waits to be begun. */
export interface Waiting {
  readonly client: string | undefined
  readonly weight: number
  readonly begin: () => void
  readonly refuse: () => void
}

/** Those who wait, in a line for each client: the smallest first, and of those alike the one that came first. */
export class Lines {
  /** In the order in which clients began to wait; one that nobody stands in is gone. */
  readonly #lines = new Map<string | undefined, Waiting[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  get isEmpty(): boolean {
    return this.#size === 0
  }

  add(waiting: Waiting): void {
    const line = this.#lines.get(waiting.client) ?? []
    this.#lines.set(waiting.client, line)
    const behind = line.findLastIndex((other) => other.weight <= waiting.weight)
    line.splice(behind + 1, 0, waiting)
    this.#size += 1
  }

  remove(waiting: Waiting): void {
    const line = this.#lines.get(waiting.client) ?? []
    const place = line.indexOf(waiting)
    if (place < 0) return
    line.splice(place, 1)
    this.#size -= 1
    this.#lines.delete(waiting.client)
    // Whoever was let in goes behind the others who have as little.
    if (line.length > 0) this.#lines.set(waiting.client, line)
  }

  /** The first of each line. */
  *firsts(): Generator<Waiting> {
    for (const [first] of this.#lines.values()) if (first) yield first
  }

  /** The last of the longest line, unless nobody has a longer one than this client would have. */
  lastOfLongest(client: string | undefined): Waiting | undefined {
    let longest: readonly Waiting[] = this.#lines.get(client) ?? []
    const own = longest.length
    for (const line of this.#lines.values()) if (line.length > longest.length) longest = line
    return longest.length > own + 1 ? longest.at(-1) : undefined
  }
}
