/** Queued work. */
export interface Waiting {
  readonly client: string | undefined
  readonly weight: number
  /** Rejects the queued request. */
  refuse(): void
}

/** Queues by client. In each, the smallest work goes first, then the oldest. */
export class Lines<Work extends Waiting> {
  /** In the order in which clients began to wait; empty queues are removed. */
  readonly #lines = new Map<string | undefined, Work[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  get isEmpty(): boolean {
    return this.#size === 0
  }

  add(waiting: Work): void {
    const line = this.#lines.get(waiting.client) ?? []
    this.#lines.set(waiting.client, line)
    const behind = line.findLastIndex((other) => other.weight <= waiting.weight)
    line.splice(behind + 1, 0, waiting)
    this.#size += 1
  }

  remove(waiting: Work): void {
    const line = this.#lines.get(waiting.client) ?? []
    const place = line.indexOf(waiting)
    if (place < 0) return
    line.splice(place, 1)
    this.#size -= 1
    this.#lines.delete(waiting.client)
    // A served client goes behind the others with as little running work.
    if (line.length > 0) this.#lines.set(waiting.client, line)
  }

  /** Next work of the first client in turn; a served client goes behind the others. */
  get first(): Work | undefined {
    return this.firsts().next().value ?? undefined
  }

  takeAll(): Work[] {
    const all = [...this.#lines.values()].flat()
    this.#lines.clear()
    this.#size = 0
    return all
  }

  *firsts(): Generator<Work, undefined> {
    for (const [first] of this.#lines.values()) if (first) yield first
    return undefined
  }

  /** Last work of the longest queue; undefined unless it stays longer than this client's queue would become. */
  lastOfLongest(client: string | undefined): Work | undefined {
    let longest: readonly Work[] = this.#lines.get(client) ?? []
    const own = longest.length
    for (const line of this.#lines.values()) if (line.length > longest.length) longest = line
    return longest.length > own + 1 ? longest.at(-1) : undefined
  }
}
