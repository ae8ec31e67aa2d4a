import type { PopulationLimits } from '../../contracts/entity.ts'

/**
 * What one answer may still hold of documents in the place of ids (docs/contract/limits.md#what-an-answer-may-weigh). Once something has
 * not fitted nothing more does, however small it is: so which places hold documents follows from their order alone.
 */
export class PopulationBudget {
  #documents: number
  #bytes: number
  #isSpent = false

  constructor({ documents, bytes }: PopulationLimits) {
    this.#documents = documents
    this.#bytes = bytes
  }

  /** What is still to be read would only be read in vain. */
  get isSpent(): boolean {
    return this.#isSpent || this.#documents === 0
  }

  /** Takes room for a document of this size, once for each place of the answer that it stands in; false where there is not enough. */
  take(places: number, bytes: number): boolean {
    if (this.#isSpent || places > this.#documents || places * bytes > this.#bytes) {
      this.#isSpent = true
      return false
    }
    this.#documents -= places
    this.#bytes -= places * bytes
    return true
  }

  /** How many more documents of this length there is room for. */
  fitting(length: number): number {
    return Math.min(this.#documents, Math.ceil(this.#bytes / Math.max(1, length)))
  }
}
