export interface LruOptions<Value> {
  /** Most bytes of all entries together. */
  readonly most: number
  /** Larger entries are not stored; by default, all that fit are. */
  readonly longest?: number
  /** Size of a value in bytes, besides its key. A character takes two bytes at most. */
  readonly bytesOf?: (value: Value) => number
}

interface LruEntry<Value> {
  readonly value: Value
  readonly bytes: number
}

/** Approximate size of a map entry and its object in V8, in bytes. */
const BYTES_OF_AN_ENTRY = 150

/** A cache that evicts the least recently used entries once all of them together exceed a number of bytes. */
export class LruByBytes<Value> {
  readonly #most: number
  readonly #longest: number
  readonly #bytesOf: (value: Value) => number
  /** The least recently used entry comes first. */
  readonly #entries = new Map<string, LruEntry<Value>>()
  #bytes = 0

  constructor({ most, longest = most, bytesOf = () => 0 }: LruOptions<Value>) {
    this.#most = most
    this.#longest = longest
    this.#bytesOf = bytesOf
  }

  get bytes(): number {
    return this.#bytes
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    // The order only matters when the cache fills up; until then a hit costs one lookup.
    if (entry && this.#bytes > this.#most / 2) {
      this.#entries.delete(key)
      this.#entries.set(key, entry)
    }
    return entry?.value
  }

  set(key: string, value: Value): void {
    this.delete(key)
    const bytes = 2 * key.length + this.#bytesOf(value) + BYTES_OF_AN_ENTRY
    if (bytes > this.#longest) return
    this.#entries.set(key, { value, bytes })
    this.#bytes += bytes
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#most) return
      this.delete(oldest)
    }
  }

  getOrMake(key: string, make: () => Value): Value {
    const known = this.get(key)
    if (known !== undefined) return known
    const value = make()
    this.set(key, value)
    return value
  }

  delete(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#bytes -= entry.bytes
  }

  clear(): void {
    this.#entries.clear()
    this.#bytes = 0
  }
}
