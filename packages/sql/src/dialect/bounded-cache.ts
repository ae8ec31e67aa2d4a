export interface MemoryBudgetOptions {
  /** How many characters all entries may have together. */
  readonly characters: number
  /** Nothing longer than this is kept. */
  readonly longest: number
}

/** An entry of a cache, as the budget that it is taken from sees it. */
interface Kept {
  readonly characters: number
  drop(): void
}

/** An entry that says nothing still takes this much. */
const LEAST_CHARACTERS = 100

/**
 * How much is kept of what callers can make up, together in all caches that share it. By length, not by number: a statement can be as
 * long as a URL allows, and what a database makes of it is many times as long.
 */
export class MemoryBudget {
  readonly #options: MemoryBudgetOptions
  /** In the order in which they were last used. */
  readonly #kept = new Set<Kept>()
  #used = 0

  constructor(options: MemoryBudgetOptions) {
    this.#options = options
  }

  /** How many characters are kept. */
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

  /** Order matters only once entries may be dropped; until then a hit costs one lookup. */
  touch(kept: Kept): void {
    if (this.#used < this.#options.characters / 2) return
    this.#kept.delete(kept)
    this.#kept.add(kept)
  }
}

/** Keeps the entries that were used last, as far as there is room. */
export class BoundedCache<Value> {
  readonly #budget: MemoryBudget
  readonly #charactersOf: (value: Value) => number
  readonly #entries = new Map<string, Kept & { readonly value: Value }>()

  /** `charactersOf` a value, besides those of its key. */
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
