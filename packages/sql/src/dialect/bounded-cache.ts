/** Keeps the entries that were used last, at most `limit` of them: what callers can invent must not fill the memory. */
export class BoundedCache<Value> {
  readonly #limit: number
  readonly #entries = new Map<string, Value>()

  constructor(limit: number) {
    this.#limit = limit
  }

  getOrMake(key: string, make: () => Value): Value {
    const kept = this.#entries.get(key)
    if (kept !== undefined) {
      this.#touch(key, kept)
      return kept
    }
    const made = make()
    this.#entries.set(key, made)
    if (this.#entries.size > this.#limit) this.#dropOldest()
    return made
  }

  clear(): void {
    this.#entries.clear()
  }

  get size(): number {
    return this.#entries.size
  }

  /** Order matters only once entries may be dropped; until then a hit costs one lookup. */
  #touch(key: string, value: Value): void {
    if (this.#entries.size < this.#limit / 2) return
    this.#entries.delete(key)
    this.#entries.set(key, value)
  }

  #dropOldest(): void {
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest)
      return
    }
  }
}
