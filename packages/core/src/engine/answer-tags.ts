import { createHmac } from 'node:crypto'
import type { Entity } from '../contracts/entity.ts'

/** Limit of tags, which must fit into a response header. */
const MOST_TAGS = 200

/**
 * Cache tags of a response, for purges by tag (docs/caching.md#tags): `c:posts` for any change in a collection,
 * `d:<id>` for a document, `g:settings` for a global, `f:<key>` for a file.
 */
export class AnswerTags {
  readonly #names = new Set<string>()
  /** Documents by their collection. */
  readonly #documents = new Map<string, Set<string>>()
  /** Collections that were searched, with or without results. */
  readonly #lookedAt = new Set<string>()

  /** The response depends on the set of documents of a collection, or on all of them. */
  addCollection(slug: string): void {
    this.#names.add(`c:${slug}`)
  }

  addDocument({ kind, slug }: Pick<Entity, 'kind' | 'slug'>, id: string): void {
    if (kind === 'global') {
      this.#names.add(`g:${slug}`)
      return
    }
    const known = this.#documents.get(slug) ?? new Set()
    this.#documents.set(slug, known.add(id))
    this.#lookedAt.add(slug)
  }

  addFile(key: string): void {
    this.#names.add(`f:${key}`)
  }

  /** Documents of the collection may be in the response; perhaps none exists yet. */
  lookAt(slug: string): void {
    this.#lookedAt.add(slug)
  }

  /** Adds the tags of another response. */
  addAll(other: AnswerTags): void {
    for (const name of other.#names) this.#names.add(name)
    for (const slug of other.#lookedAt) this.#lookedAt.add(slug)
    for (const [slug, ids] of other.#documents) {
      const known = this.#documents.get(slug) ?? new Set()
      for (const id of ids) known.add(id)
      this.#documents.set(slug, known)
    }
  }

  /** With too many documents, the tags of their collections. */
  list(): readonly string[] {
    const documents = [...this.#documents.values()].flatMap((ids) => [...ids].map((id) => `d:${id}`))
    if (this.#names.size + documents.length <= MOST_TAGS) return [...this.#names, ...documents]
    return [...new Set([...this.#names, ...[...this.#lookedAt].map((slug) => `c:${slug}`)])]
  }
}

const HASH_LENGTH = 8

/** A tag as caches see it. With a secret, it is hashed and reveals no names. */
export function encodeTag(tag: string, secret: string | undefined): string {
  return secret === undefined ? tag : createHmac('sha256', secret).update(tag).digest('base64url').slice(0, HASH_LENGTH)
}
