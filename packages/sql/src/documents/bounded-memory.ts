/** An answer and the database state that it belongs to. */
export interface Known<Answer> {
  readonly state: string
  readonly answer: Answer
}

/** Approximate memory of a map entry and its object, without texts. */
const BYTES_OF_AN_ENTRY = 150

/**
 * Cache of answers, bounded by bytes; evicts the entry that was written first. The reader must check by its state
 * whether an entry is still valid.
 */
export class BoundedMemory<Answer> {
  readonly #mostBytes: number
  readonly #bytesOf: (answer: Answer) => number
  readonly #known = new Map<string, Known<Answer>>()
  #bytes = 0

  constructor(mostBytes: number, bytesOf: (answer: Answer) => number = () => 0) {
    this.#mostBytes = mostBytes
    this.#bytesOf = bytesOf
  }

  recall(key: string): Known<Answer> | undefined {
    return this.#known.get(key)
  }

  remember(key: string, known: Known<Answer>): void {
    this.#forget(key)
    this.#known.set(key, known)
    this.#bytes += this.#size(key, known)
    for (const oldest of this.#known.keys()) {
      if (this.#bytes <= this.#mostBytes) return
      this.#forget(oldest)
    }
  }

  #forget(key: string): void {
    const known = this.#known.get(key)
    if (!known) return
    this.#known.delete(key)
    this.#bytes -= this.#size(key, known)
  }

  /** A character takes two bytes at most. */
  #size(key: string, { state, answer }: Known<Answer>): number {
    return 2 * (key.length + state.length) + this.#bytesOf(answer) + BYTES_OF_AN_ENTRY
  }
}
