import { createHmac } from 'node:crypto'
import type { AnswerTags, CacheTagsConfig } from '@quire/core'

const HASH_LENGTH = 8

/** The header that names what an answer rests on, and how its tags are written. */
export class CacheTagHeader {
  readonly name: string
  readonly #secret: string | undefined
  readonly #separator: string

  constructor({ header, secret }: CacheTagsConfig) {
    this.name = header
    this.#secret = secret
    // Fastly and Varnish part them by spaces, all others by commas.
    this.#separator = ['surrogate-key', 'xkey'].includes(header.toLowerCase()) ? ' ' : ','
  }

  valueOf(tags: AnswerTags): string {
    return tags
      .list()
      .map((tag) => this.written(tag))
      .join(this.#separator)
  }

  /** With a secret, a tag tells nobody what it names. */
  written(tag: string): string {
    if (this.#secret === undefined) return tag
    return createHmac('sha256', this.#secret).update(tag).digest('base64url').slice(0, HASH_LENGTH)
  }
}
