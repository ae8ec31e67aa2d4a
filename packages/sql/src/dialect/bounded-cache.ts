export interface MemoryBudgetOptions {
  /** Total length of all entries, in characters. */
  readonly characters: number
  /** Longer entries are not cached. */
  readonly longest: number
}

/** An entry of a cache, as its budget sees it. */
interface Kept {
  readonly characters: number
  drop(): void
}

/** Minimum size of an entry. */
const LEAST_CHARACTERS = 100

/**
 * Memory budget of caches whose keys clients can make up. It counts length, not entries: a statement can be as long as
 * a URL, and its compiled form is many times longer.
 */
export class MemoryBudget {
  readonly #options: MemoryBudgetOptions
  /** Least recently used first. */
  readonly #kept = new Set<Kept>()
  #used = 0

  constructor(options: MemoryBudgetOptions) {
    this.#options = options
  }

  get used(): number {
    return this.#used
  }

  isFor(characters: number): boolean {
    return characters <= this.#options.longest
  }

  add(kept: Kept): void {
    this.#kept.add(kept)
    this.#used += kept.characters
    for (const oldest of this.#kept) {
      if (this.#used <= this.#options.characters) return
      oldest.drop()
      this.remove(oldest)
    }
  }

  remove(kept: Kept): void {
    if (this.#kept.delete(kept)) this.#used -= kept.characters
  }

  /** Entries are reordered only once the budget is nearly full; until then, a hit costs one lookup. */
  touch(kept: Kept): void {
    if (this.#used < this.#options.characters / 2) return
    this.#kept.delete(kept)
    this.#kept.add(kept)
  }
}

/** LRU cache within a shared budget. */
export class BoundedCache<Value> {
  readonly #budget: MemoryBudget
  readonly #charactersOf: (value: Value) => number
  readonly #entries = new Map<string, Kept & { readonly value: Value }>()

  /** `charactersOf` returns the length of a value without its key. */
  constructor(budget: MemoryBudget, charactersOf: (value: Value) => number = () => 0) {
    this.#budget = budget
    this.#charactersOf = charactersOf
  }

  getOrMake(key: string, make: () => Value): Value {
    const kept = this.#entries.get(key)
    if (kept !== undefined) {
      this.#budget.touch(kept)
      return kept.value
    }
    const value = make()
    const characters = key.length + this.#charactersOf(value) + LEAST_CHARACTERS
    if (!this.#budget.isFor(characters)) return value
    const entry = { value, characters, drop: () => void this.#entries.delete(key) }
    this.#entries.set(key, entry)
    this.#budget.add(entry)
    return value
  }

  clear(): void {
    for (const kept of this.#entries.values()) this.#budget.remove(kept)
    this.#entries.clear()
  }
}
