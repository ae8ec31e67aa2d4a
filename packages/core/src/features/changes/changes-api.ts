import type { Checked, CheckedQuery } from '../../config/infer/checked.ts'
import type { ContentModel } from '../../config/infer/content-model.ts'
import type { Doc } from '../../config/infer/document.ts'
import type { CallMode, CollectionSlug, GlobalSlug, LocaleOf } from '../../config/infer/config.ts'
import type { PaginationOf } from '../../operations/collection-api.ts'
import type { FindOptions, ModeOf, Omitted } from '../../operations/document-options.ts'
import type { Change, ChangesPage } from './change-type.ts'

/** What of the feed is wanted. */
export interface ChangesRequest<Config extends ContentModel = ContentModel> {
  /** A cursor: what happened behind it. An empty one is where what is kept begins; without it, from now on. */
  readonly after?: string
  /** Only these; a list, or names separated by commas. */
  readonly collections?: readonly CollectionSlug<Config>[] | string
  readonly globals?: readonly GlobalSlug<Config>[] | string
  /** Only changes of public content, as the public sees them. */
  readonly live?: boolean
  /** With the document of each change, as the caller reads it now. */
  readonly documents?: boolean
  /** Which of its fields; for one collection or global. */
  readonly select?: Readonly<Record<string, unknown>>
  readonly locale?: LocaleOf<Config> | 'all'
  readonly fallbackLocale?: string | false
}

/** The change feed (docs/changes.md), where an application has `changes`. */
export interface ChangesApi<
  Config extends ContentModel,
  Given,
  Page extends CallMode = ChangesRequest<Config> & { readonly limit?: number } & Given,
  Follow extends CallMode = ChangesRequest<Config> & FollowOptions & Given,
> {
  /** A page of what happened, oldest first. */
  readChanges<const Options extends Page = Omitted<Page>>(
    options?: Options & Checked<Options, Page>,
  ): Promise<ChangesPage<Config, ModeOf<Options>>>
  /**
   * What happens, as it happens, and what has happened since `after`. It goes on until you leave the loop; over the network it comes back by itself
   * where it was. Throws `invalid_state` if what comes next is not known any more: read everything again.
   *
   * @example
   * for await (const change of client.changes({ collections: ['posts'], live: true })) await revalidate(change.documentId)
   */
  changes<const Options extends Follow = Omitted<Follow>>(
    options?: Options & Checked<Options, Follow>,
  ): AsyncIterable<Change<Config, ModeOf<Options>>>
}

export interface FollowOptions {
  /** Ends the loop. */
  readonly signal?: AbortSignal
  /** Called with the cursor whenever everything so far has been told, also where there was nothing to tell: keep it, to go on from there. */
  readonly onReady?: (next: string) => void
}

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
