import type { RuleArguments } from '../contracts/access.ts'
import type { Entity } from '../contracts/entity.ts'
import type { Operation, OperationInput, Parameter } from '../contracts/operation.ts'
import { createHmac } from 'node:crypto'

/**
 * Whether caches may give an answer to these parameters again. Fails closed: an answer to a parameter that does not
 * declare it is never cached, also if a plugin added the parameter.
 */
export function isCacheable(
  { cacheable }: Pick<Operation<never>, 'cacheable'>,
  { parameters }: { readonly parameters: Readonly<Record<string, Parameter>> },
  query: OperationInput['query'],
): boolean {
  return cacheable === true && Object.keys(query).every((name) => parameters[name]?.cacheable === true)
}

/**
 * What a response to an anonymous caller depends on, and whether the server may reuse it for other callers. Created
 * only if the application allows caching.
 */
export class AnswerBasis {
  /** True if the response depends on the caller or shows what is not public: not publicly cacheable. */
  isPersonal = false
  /** A rule filtered the documents, and may filter differently once one of them changes. */
  isPartial = false
  /** Undefined if no cache tags are requested. */
  readonly tags: AnswerTags | undefined

  constructor(tags?: AnswerTags) {
    this.tags = tags
  }

  /** Wraps a rule's arguments to record what the rule reads. */
  watch(args: RuleArguments): RuleArguments {
    return new Proxy(args, {
      get: (target, name) => {
        if (name === 'actor' || name === 'request') this.isPersonal = true
        if (name === 'doc' || name === 'id') this.isPartial = true
        return Reflect.get(target, name, target) as unknown
      },
    })
  }
}

/** Limit of tags, which must fit into a response header. */
const MOST_TAGS = 200

/**
 * Cache tags of a response, for purges by tag (docs/caching.md#tags): `c:posts` for any change in a collection,
 * `d:<id>` for a document, `g:settings` for a global, `f:<key>` for a file.
 */
export class AnswerTags {
  readonly #names = new Set<string>()
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
