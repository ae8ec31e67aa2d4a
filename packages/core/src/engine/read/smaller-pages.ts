import { TooLongTogether } from '../../contracts/document-storage.ts'

/** The size of the pages in which something is gone through: a page that is too long is read as a smaller one, and so are those behind it. */
export class SmallerPages {
  #size: number

  constructor(most: number) {
    this.#size = most
  }

  /** Of the page that was read last. */
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
