import type { CheckedQuery } from '../../config/infer/checked.ts'
import type { CollectionSlug } from '../../config/infer/config.ts'
import type { ContentModel } from '../../config/infer/content-model.ts'
import type { Doc } from '../../config/infer/document.ts'
import type { PaginationOf } from '../../operations/collection-api.ts'
import type { FindOptions, ModeOf, Omitted } from '../../operations/document-options.ts'

/** Reads that follow the change feed. */
export interface LiveApi<Config extends ContentModel, Options> {
  /**
   * Lists documents, and lists them again whenever something has changed that the answer may rest on, at most twice a second. Returns the function
   * that ends it.
   *
   * @example
   * const stop = client.live.find('posts', { sort: '-createdAt', limit: 10 }, ({ docs }) => show(docs))
   */
  find<
    Slug extends CollectionSlug<Config>,
    const Query extends FindOptions<Config, Slug> = Omitted<FindOptions<Config, Slug>>,
  >(
    slug: Slug,
    query: Query & CheckedQuery<Config, Slug, Query, FindOptions<Config, Slug>>,
    onAnswer: (answer: { docs: Doc<Config, Slug, ModeOf<Query>>[]; pagination: PaginationOf<Query> }) => void,
    options?: Options,
  ): () => void
}
