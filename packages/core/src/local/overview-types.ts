import type { ContentModel } from '../config/infer/content-model.ts'
import type { CollectionSlug, GlobalSlug, LocaleOf } from '../config/infer/config.ts'
import type { CallExtra } from './call-options.ts'
import type { CopyChoice } from './document-options.ts'

/** What the caller may do with one collection or global. */
export interface OpenOperations {
  operations: Record<string, boolean>
}

/** A document that a search over collections found. */
export interface SearchResult<Slug extends string = string> {
  collection: Slug
  id: string
  title: string | null
  updatedAt: string
  /** In collections with drafts. */
  _status?: 'draft' | 'published'
}

/** What is asked of the whole application at once. */
export interface OverviewApi<Config extends ContentModel, Extra extends CallExtra> {
  /** What the caller may do in every collection and global. Those that are not listed are closed to it. */
  access(
    request?: Readonly<Record<string, never>>,
    options?: Extra['options'],
  ): Promise<{
    collections: { [Slug in CollectionSlug<Config>]?: OpenOperations }
    globals: { [Slug in GlobalSlug<Config>]?: OpenOperations }
  }>
  /** How many documents the caller finds in every collection that it may list. */
  counts(
    options?: { readonly draft?: CopyChoice; readonly trash?: boolean } & Extra['options'],
  ): Promise<{ counts: { [Slug in CollectionSlug<Config>]?: number } }>
  /** Documents of any collection, those first whose title is what is looked for. */
  search(
    options: {
      readonly q: string
      /** Some collections, separated by commas. */
      readonly collections?: string
      readonly limit?: number
      readonly draft?: CopyChoice
      readonly locale?: LocaleOf<Config>
      readonly fallbackLocale?: string | false
    } & Extra['options'],
  ): Promise<{ results: SearchResult<CollectionSlug<Config>>[] }>
}
