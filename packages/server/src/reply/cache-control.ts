import {
  type AnswerBasis,
  type AnswerTags,
  type CacheLife,
  type CacheTagsConfig,
  type StreamedContent,
  encodeTag,
} from '@quirecms/core'

/** Longest cache lifetime in seconds of a file whose read rule depends on documents. */
const WHILE_RULES_CHOOSE = 60

/** Returns `Cache-Control` of a shared response; undefined if the response is personal. */
export function publicLife(life: CacheLife | null, basis: AnswerBasis | undefined): string | undefined {
  return life && basis && !basis.isPersonal ? directives(life) : undefined
}

/** Returns `Cache-Control` of a file: the bytes at most URLs never change, but access to them can. */
export function publicLifeOfFile(
  life: CacheLife | null,
  basis: AnswerBasis | undefined,
  { mayChange }: Pick<StreamedContent, 'mayChange'>,
): string | undefined {
  if (!life || !basis || basis.isPersonal) return undefined
  if (!basis.isPartial) return mayChange ? directives(life) : `${directives(life)}, immutable`
  const shorter = (seconds: number | null) => (seconds === null ? null : Math.min(seconds, WHILE_RULES_CHOOSE))
  return directives({ maxAge: Math.min(life.maxAge, WHILE_RULES_CHOOSE), shared: shorter(life.shared) })
}

function directives({
  maxAge,
  shared,
  staleWhileRevalidate = null,
}: Pick<CacheLife, 'maxAge' | 'shared'> & Partial<Pick<CacheLife, 'staleWhileRevalidate'>>): string {
  const parts = ['public', `max-age=${maxAge}`]
  if (shared !== null) parts.push(`s-maxage=${shared}`)
  if (staleWhileRevalidate !== null) parts.push(`stale-while-revalidate=${staleWhileRevalidate}`)
  return parts.join(', ')
}

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
