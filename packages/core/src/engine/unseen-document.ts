import type { JsonObject } from '../contracts/json.ts'
import type { Subject } from './access.ts'

/**
 * Subject of a rule before the document is loaded. Records whether the rule read the document; if not, its answer holds
 * for every document.
 */
export class UnseenDocument implements Subject {
  readonly id: string | undefined
  readonly #data: JsonObject | undefined
  readonly isRelative: boolean
  #isLookedAt = false

  /** With `isRelative`, the written data depends on the document, too. */
  constructor(id: string | undefined, data: JsonObject | undefined, isRelative = false) {
    this.id = id
    this.#data = data
    this.isRelative = isRelative
  }

  get data(): JsonObject | undefined {
    if (this.isRelative) this.#isLookedAt = true
    return this.#data
  }

  get doc(): never {
    this.#isLookedAt = true
    throw new Error('This document has not been looked up yet.')
  }

  /** The rule's answer for every document; undefined if it reads the document. */
  async ask<Verdict>(rule: (subject: Subject) => Verdict | Promise<Verdict>): Promise<Verdict | undefined> {
    try {
      const verdict = await rule(this)
      return this.#isLookedAt ? undefined : verdict
    } catch (error) {
      if (this.#isLookedAt) return undefined
      throw error
    }
  }
}
