import { LruByBytes, type StoredDocument } from '@quirecms/core'

/** Cache size, and the largest document in it. */
const MOST_BYTES = 4 * 1024 * 1024
const MOST_BYTES_OF_ONE = 16 * 1024

/** Database states as seen by transactions, to validate the cache. */
export interface StatesForWriters {
  /** Undefined if the state is unknown, or if the open transaction has written to the table and may roll back. */
  stateForWriter(table: string): string | undefined
}

/**
 * Documents that transactions last looked up by id alone, as the check of relationship targets does: most documents
 * point to a few authors, categories and pictures. Used only with a single writer, so that no other transaction can
 * change or delete a cached document before this one ends.
 */
export class TargetCache {
  readonly #states: StatesForWriters
  readonly #documents = new LruByBytes<{ readonly state: string; readonly document: StoredDocument }>({
    most: MOST_BYTES,
    longest: MOST_BYTES_OF_ONE,
    bytesOf: ({ document }) => 2 * document.json.length + 300,
  })

  constructor(states: StatesForWriters) {
    this.#states = states
  }

  /** Returns cached documents, and reads the others with `read`. */
  async getMany(
    table: string,
    ids: readonly string[],
    read: (ids: readonly string[]) => Promise<StoredDocument[]>,
  ): Promise<StoredDocument[]> {
    const state = this.#states.stateForWriter(table)
    if (state === undefined) return read(ids)
    const found: StoredDocument[] = []
    const missing: string[] = []
    for (const id of ids) {
      const cached = this.#documents.get(targetKey(table, id))
      if (cached?.state === state) found.push(cached.document)
      else missing.push(id)
    }
    if (missing.length === 0) return found
    for (const document of await read(missing)) {
      found.push(document)
      this.#documents.set(targetKey(table, document.id), { state, document })
    }
    return found
  }
}

function targetKey(table: string, id: string): string {
  return `${table} ${id}`
}
