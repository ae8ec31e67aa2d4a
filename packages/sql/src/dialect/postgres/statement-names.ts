import { createHash } from 'node:crypto'
import { LruByBytes } from '@quirecms/core'

/** A prepared statement takes some fifty times its text in the server's memory, on each connection. */
const NAMED = { most: 1024 * 1024, longest: 16 * 1024 }

/**
 * Names of prepared statements, which each connection keeps until it closes. A statement gets a name when it is used a
 * second time, because statements that clients make up are used once. Behind a transaction pooler, no statement has a
 * name: the next connection would not know it.
 */
export class StatementNames {
  readonly #seen = new LruByBytes<{ name: string | undefined }>(NAMED)

  readonly #isOff: boolean

  constructor({ isOff }: { readonly isOff: boolean }) {
    this.#isOff = isOff
  }

  nameOf(text: string): string | undefined {
    if (this.#isOff) return undefined
    let isNew = false
    const entry = this.#seen.getOrMake(text, () => {
      isNew = true
      return { name: undefined }
    })
    if (isNew) return undefined
    entry.name ??= `quire_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
    return entry.name
  }
}

export class PreparedStatements {
  readonly #names = new Set<string>()
  #characters = 0

  add(name: string, text: string): void {
    if (this.#names.has(name)) return
    this.#names.add(name)
    this.#characters += text.length
  }

  has(name: string): boolean {
    return this.#names.has(name)
  }

  /**
   * Whether at least half of the prepared statements have lost their names. They can't be used again, and are released
   * with the connection.
   */
  get isTooMuch(): boolean {
    return this.#characters > NAMED.most
  }
}
