import type { PopulationLimits } from '../../contracts/entity.ts'
import type { StoredDocument } from '../../contracts/storage.ts'

/** What one answer may still hold of documents in the place of ids (contract 14, Queries; contract 15, Bounds on work). */
export class PopulationBudget {
  #documents: number
  #bytes: number
  #isSpent = false

  constructor({ documents, bytes }: PopulationLimits) {
    this.#documents = documents
    this.#bytes = bytes
  }

  /** Something did not fit: what is still to be read would only be read in vain. */
  get isSpent(): boolean {
    return this.#isSpent || this.#documents === 0
  }

  /** Takes room for a document of this size, once for each place of the answer that it stands in; false where there is not enough. */
  take(places: number, bytes: number): boolean {
    if (places > this.#documents) return false
    if (places * bytes > this.#bytes) {
      this.#isSpent = true
      return false
    }
    this.#documents -= places
    this.#bytes -= places * bytes
    return true
  }

  /** How many more documents there is room for, if they are like these. */
  fitting(documents: readonly StoredDocument[]): number {
    const bytes = documents.reduce((sum, { json }) => sum + json.length, 1)
    return Math.min(this.#documents, Math.ceil((this.#bytes / bytes) * Math.max(1, documents.length)))
  }
}
