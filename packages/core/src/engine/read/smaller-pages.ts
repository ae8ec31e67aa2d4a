import { TooLongTogether } from '../../contracts/document-storage.ts'

/** Page size for iterating: pages that are too long are read again with fewer documents, and so are later ones. */
export class SmallerPages {
  #size: number

  constructor(most: number) {
    this.#size = most
  }

  /** Size of the last page. */
  get size(): number {
    return this.#size
  }

  async read<T>(read: (limit: number) => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await read(this.#size)
      } catch (error) {
        if (!(error instanceof TooLongTogether) || this.#size === 1) throw error
        this.#size = Math.ceil(this.#size / 2)
      }
    }
  }
}
