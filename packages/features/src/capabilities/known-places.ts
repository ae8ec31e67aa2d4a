import { type Call, type Condition, matches, matchesInMemory, type Source } from '@quirecms/core/feature'
import type { KnownDocument } from './subject.ts'

/**
 * Caches, for one call, whether conditions match a document that was read. Conditions on the document alone are
 * evaluated in memory; each other condition is asked of the database once.
 */
export class KnownPlaces {
  readonly #asked = new Map<string, Promise<boolean>>()

  async shows(call: Call, { table, where, fallback }: Source, known: KnownDocument): Promise<boolean> {
    if (await this.matches(call, where, known, table)) return true
    return fallback !== undefined && this.matches(call, fallback.where, known, fallback.table)
  }

  matches(call: Call, condition: Condition, known: KnownDocument, table: string): Promise<boolean> {
    const { id } = known.stored
    const isMatch = table === known.table ? matchesInMemory(call.entity, known.stored, condition) : undefined
    if (isMatch !== undefined) return Promise.resolve(isMatch)
    const key = JSON.stringify([table, id, condition])
    const asked = this.#asked.get(key) ?? this.#ask(call, id, condition, table)
    this.#asked.set(key, asked)
    return asked
  }

  async #ask(call: Call, id: string, condition: Condition, table: string): Promise<boolean> {
    return matches(call, id, condition.kind === 'always' ? EXISTS : condition, table)
  }
}

/** Matches every document, to ask whether it exists. */
const EXISTS: Condition = {
  kind: 'compare',
  path: { steps: [{ kind: 'column', name: 'id' }], storedAs: 'text' },
  test: { op: 'is_set' },
}
