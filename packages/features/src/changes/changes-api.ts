import type {
  CallMode,
  Checked,
  CheckedQuery,
  CollectionSlug,
  ContentModel,
  Doc,
  FindOptions,
  GlobalSlug,
  LocaleOf,
  ModeOf,
  Omittable,
  PaginationOf,
} from '@quirecms/core/feature'
import type { Change, ChangesPage } from './change-type.ts'

export interface ChangesRequest<Config extends ContentModel = ContentModel> {
  /** Cursor to continue from. An empty one begins with the oldest stored change; without it, the feed begins now. */
  readonly after?: string
  /** Only changes in these collections: a list, or names separated by commas. */
  readonly collections?: readonly CollectionSlug<Config>[] | string
  readonly globals?: readonly GlobalSlug<Config>[] | string
  /** Only changes of public content, as the public sees them. */
  readonly live?: boolean
  /** Adds the document to each change, as the caller reads it now. */
  readonly documents?: boolean
  /** Fields of the documents; for one collection or global. */
  readonly select?: Readonly<Record<string, unknown>>
  readonly locale?: LocaleOf<Config> | 'all'
  readonly fallbackLocale?: string | false
}

/** The change feed (docs/changes.md), in applications with `changes`. */
export interface ChangesApi<
  Config extends ContentModel,
  Given,
  Page extends CallMode = ChangesRequest<Config> & { readonly limit?: number } & Given,
  Follow extends CallMode = ChangesRequest<Config> & FollowOptions & Given,
> {
  /** Reads a page of changes, oldest first. */
  readChanges<const Options extends Omittable<Page>>(
    options?: Options & Checked<Options, Page>,
  ): Promise<ChangesPage<Config, ModeOf<Options>>>
  /**
   * Iterates over changes since `after` or from now on, and continues until you leave the loop. Over the network, it
   * reconnects and continues where it was. Throws `invalid_state` if changes are missing: read everything again.
   *
   * @example
   * for await (const change of client.changes({ collections: ['posts'], live: true })) await
   * revalidate(change.documentId)
   */
  changes<const Options extends Omittable<Follow>>(
    options?: Options & Checked<Options, Follow>,
  ): AsyncIterable<Change<Config, ModeOf<Options>>>
}

export interface FollowOptions {
  readonly signal?: AbortSignal
  /**
   * Called with the cursor whenever all changes so far were delivered, even if there were none. Store it to continue
   * from there.
   */
  readonly onReady?: (next: string) => void
}

export interface LiveApi<Config extends ContentModel, Options> {
  /**
   * Lists documents, and lists them again after each change that may affect the answer, at most twice a second.
   * Returns a function that stops it.
   *
   * @example
   * const stop = client.live.find('posts', { sort: '-createdAt', limit: 10 }, ({ docs }) => show(docs))
   */
  find<Slug extends CollectionSlug<Config>, const Query extends Omittable<FindOptions<Config, Slug>>>(
    slug: Slug,
    query: Query & CheckedQuery<Config, Slug, Query, FindOptions<Config, Slug>>,
    onAnswer: (answer: { docs: Doc<Config, Slug, ModeOf<Query>>[]; pagination: PaginationOf<Query> }) => void,
    options?: Options,
  ): () => void
}
