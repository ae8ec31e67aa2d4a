import type { PresentedDocument } from '../../contracts/answer.ts'
import type { Entity } from '../../contracts/entity.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { StoredDocument } from '../../contracts/document-storage.ts'
import { parseJson } from '../../content/parse-json.ts'
import type { Call } from '../call.ts'
import { systemText, systemValues } from './read-form.ts'

/** A class, because creating object literals with getters is slow. */
export class RenderedDocument implements PresentedDocument {
  readonly id: string
  readonly revision: number
  readonly value: JsonObject
  readonly isPlain: boolean

  constructor({ id, revision }: StoredDocument, value: JsonObject, isPlain: boolean) {
    this.id = id
    this.revision = revision
    this.value = value
    this.isPlain = isPlain
  }

  get text(): string {
    return JSON.stringify(this.value)
  }
}

/** Fast path: the stored text is sent after the system fields. */
export class PlainDocument implements PresentedDocument {
  readonly id: string
  readonly revision: number
  readonly isPlain = true
  readonly #entity: Entity<Call>
  readonly #stored: StoredDocument

  constructor(entity: Entity<Call>, stored: StoredDocument) {
    this.id = stored.id
    this.revision = stored.revision
    this.#entity = entity
    this.#stored = stored
  }

  get text(): string {
    const { json } = this.#stored
    const system = systemText(this.#entity, this.#stored)
    return json === '{}' ? `${system}}` : `${system},${json.slice(1)}`
  }

  get value(): JsonObject {
    return plainValue(this.#entity, this.#stored)
  }
}

export function plainValue(entity: Entity<Call>, stored: StoredDocument): JsonObject {
  return Object.assign(systemValues(entity, stored), parseJson(stored.json) as JsonObject)
}
