import type { StoredDocument } from '@quirecms/core'
import { BoundedMemory } from './bounded-memory.ts'

/** Cache size, and the largest document in it. */
const MOST_BYTES = 4 * 1024 * 1024
const MOST_BYTES_OF_ONE = 16 * 1024

/** What tells whether what was read of a table in one transaction is what another one would read. */
export interface StatesForWriters {
  /** Undefined where that is not known, and where the open transaction has written to the table: it may yet be undone. */
  stateForWriter(table: string): string | undefined
}

/**
 * Documents that transactions last looked up by id alone, as the check of relationship targets does: most documents
 * point to a few authors, categories and pictures. Used only with a single writer, so that no other transaction can
 * change or delete a cached document before this one ends.
 */
export class KnownTargets {
  readonly #states: StatesForWriters
  readonly #documents = new BoundedMemory<StoredDocument>(MOST_BYTES, bytesOf)

  constructor(states: StatesForWriters) {
    this.#states = states
  }

  /** Those that are known, and the rest as `read` finds it. */
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
      const known = this.#documents.recall(keyOf(table, id))
      if (known?.state === state) found.push(known.answer)
      else missing.push(id)
    }
    if (missing.length === 0) return found
    for (const document of await read(missing)) {
      found.push(document)
      if (bytesOf(document) <= MOST_BYTES_OF_ONE)
        this.#documents.remember(keyOf(table, document.id), { state, answer: document })
    }
    return found
  }
}

function keyOf(table: string, id: string): string {
  return `${table} ${id}`
}

/** A character takes two bytes at most. Columns are few and short. */
function bytesOf({ json }: StoredDocument): number {
  return 2 * json.length + 300
}
