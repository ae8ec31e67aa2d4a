import { type AnswerTags, type CacheTagsConfig, encodeTag } from '@quirecms/core'

export class CacheTagHeader {
  readonly name: string
  readonly #secret: string | undefined
  readonly #separator: string

  constructor({ header, secret }: CacheTagsConfig) {
    this.name = header
    this.#secret = secret
    // Fastly and Varnish separate tags by spaces, all others by commas.
    this.#separator = ['surrogate-key', 'xkey'].includes(header.toLowerCase()) ? ' ' : ','
  }

  valueOf(tags: AnswerTags): string {
    return tags
      .list()
      .map((tag) => encodeTag(tag, this.#secret))
      .join(this.#separator)
  }
}
