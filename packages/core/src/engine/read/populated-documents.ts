import type { Entity } from '../../contracts/entity.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { Source } from '../../contracts/source.ts'
import type { StoredDocument } from '../../contracts/document-storage.ts'
import { parseJson } from '../../content/parse-json.ts'
import type { PopulatedTarget } from '../../query/parse-populate.ts'
import type { Call } from '../call.ts'
import { findManyInSource, sourceOf } from '../source.ts'
import { ClientTurn } from './client-turn.ts'

/** Renders stored documents of a collection, without population. */
export type Render = (
  reader: Call,
  entity: Entity<Call>,
  stored: readonly StoredDocument[],
  target: PopulatedTarget,
) => Promise<JsonObject[]>

/** A rendered document, before its references are populated. */
export interface Rendered {
  readonly bytes: number
  /** Shared by all places where nothing is populated. */
  readonly whole: JsonObject
  /** A copy, for a place where something is. */
  copy(): JsonObject
}

/** Populated documents of a response: each is read, checked and rendered once, on all levels. */
export class PopulatedDocuments {
  readonly #call: Call
  readonly #render: Render
  readonly #sources = new Map<string, Source>()
  /** By collection and id; null if unreadable. */
  readonly #stored = new Map<string, StoredDocument | null>()
  readonly #read = new Map<string, { documents: number; length: number }>()
  /** By selection; opened places have their own. */
  readonly #rendered = new Map<StoredDocument, Map<object | null, Rendered>>()

  constructor(call: Call, render: Render) {
    this.#call = call
    this.#render = render
  }

  /** Average length of the documents read so far; undefined before the first. */
  lengthOf({ slug }: Entity<Call>): number | undefined {
    const read = this.#read.get(slug)
    return read && read.length / read.documents
  }

  /** Returns the documents found. */
  async read(entity: Entity<Call>, ids: readonly string[]): Promise<readonly StoredDocument[]> {
    const { slug } = entity
    const source = this.#sources.get(slug) ?? (await sourceOf(this.#call, entity, 'related'))
    this.#sources.set(slug, source)
    for (const id of ids) this.#stored.set(keyOf(slug, id), null)
    const found = source.where.kind === 'never' ? [] : await findManyInSource(this.#call, source, ids)
    const read = this.#read.get(slug) ?? { documents: 0, length: 0 }
    for (const document of found) {
      this.#stored.set(keyOf(slug, document.id), document)
      read.documents += 1
      read.length += document.json.length
    }
    if (read.documents > 0) this.#read.set(slug, read)
    return found
  }

  /** Undefined if not read yet, null if unreadable. */
  get({ slug }: Entity<Call>, id: string): StoredDocument | null | undefined {
    return this.#stored.get(keyOf(slug, id))
  }

  async render(
    entity: Entity<Call>,
    stored: readonly StoredDocument[],
    target: PopulatedTarget,
  ): Promise<ReadonlyMap<StoredDocument, Rendered>> {
    const choice = target.opened ? target : target.selection
    const missing = stored.filter((document) => !this.#rendered.get(document)?.has(choice))
    const docs = missing.length > 0 ? await this.#render(this.#call, entity, missing, target) : []
    const turn = new ClientTurn()
    for (const [index, document] of missing.entries()) {
      if (turn.isOver) await turn.letOthersIn()
      const known = this.#rendered.get(document) ?? new Map<object | null, Rendered>()
      this.#rendered.set(document, known)
      known.set(choice, rendered(docs[index] ?? {}))
    }
    return new Map(
      stored.flatMap((document) => {
        const one = this.#rendered.get(document)?.get(choice)
        return one ? [[document, one] as const] : []
      }),
    )
  }
}

function keyOf(slug: string, id: string): string {
  return `${slug} ${id}`
}

function rendered(whole: JsonObject): Rendered {
  const text = JSON.stringify(whole)
  return { bytes: Buffer.byteLength(text), whole, copy: () => parseJson(text) as JsonObject }
}
