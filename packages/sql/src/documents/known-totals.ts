/** A total, and the state of the database that it is of. */
export interface KnownTotal {
  readonly state: string
  readonly total: number
}

/** What is kept, keys included. Most keys have some hundred bytes, so that this is some ten thousand lists. */
const MOST_BYTES = 4 * 1024 * 1024

/** An entry of a map and what it points to, about. */
const BYTES_OF_AN_ENTRY = 150

/** Totals that were counted last. Whether one still holds is for whoever reads it to find out: it tells by the state. */
export class KnownTotals {
  readonly #totals = new Map<string, KnownTotal>()
  #bytes = 0

  recall(key: string): KnownTotal | undefined {
    return this.#totals.get(key)
  }

  remember(key: string, known: KnownTotal): void {
    this.#forget(key)
    this.#totals.set(key, known)
    this.#bytes += bytesOf(key, known)
    for (const oldest of this.#totals.keys()) {
      if (this.#bytes <= MOST_BYTES) return
      this.#forget(oldest)
    }
  }

  #forget(key: string): void {
    const known = this.#totals.get(key)
    if (!known) return
    this.#totals.delete(key)
    this.#bytes -= bytesOf(key, known)
  }
}

/** A character takes two bytes at most. */
function bytesOf(key: string, { state }: KnownTotal): number {
  return 2 * (key.length + state.length) + BYTES_OF_AN_ENTRY
}
