import type { PopulationLimits } from '../../contracts/entity.ts'

/**
 * Remaining capacity of a response for populated documents (docs/contract/limits.md#size-of-answers). After
 * the first document that doesn't fit, none is added, so the result depends only on the order.
 */
export class PopulationBudget {
  #documents: number
  #bytes: number
  #isSpent = false

  constructor({ documents, bytes }: PopulationLimits) {
    this.#documents = documents
    this.#bytes = bytes
  }

  /** Further reads would be useless. */
  get isSpent(): boolean {
    return this.#isSpent || this.#documents === 0
  }

  /** Reserves room for a document, once for each occurrence; false if there is not enough. */
  take(occurrences: number, bytes: number): boolean {
    if (this.#isSpent || occurrences > this.#documents || occurrences * bytes > this.#bytes) {
      this.#isSpent = true
      return false
    }
    this.#documents -= occurrences
    this.#bytes -= occurrences * bytes
    return true
  }

  /** Number of further documents of this length that fit. */
  fitting(length: number): number {
    return Math.min(this.#documents, Math.ceil(this.#bytes / Math.max(1, length)))
  }
}
