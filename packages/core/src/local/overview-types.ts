import type { ContentModel } from '../config/infer/content-model.ts'
import type { CollectionSlug, GlobalSlug, LocaleOf } from '../config/infer/config.ts'
import type { CallExtra } from './call-options.ts'
import type { CopyChoice } from './document-options.ts'
import type { ScheduledAction } from './schedule-types.ts'

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

/** A document of some collection, by name. */
export interface NamedDocument<Slug extends string = string> {
  collection: Slug
  id: string
  title: string | null
  updatedAt: string
  /** Who changed it last, where the collection keeps that and the caller may read it; null for nobody. */
  updatedBy?: { collection: string; id: string } | null
  /** In collections with drafts. */
  _status?: 'draft' | 'published'
  _publishedRevision?: number | null
}

/** Something that is scheduled for a document, or for a global, whose slug is also the `documentId`. */
export interface PlannedAnywhere<Slug extends string = string, Global extends string = string> {
  id: string
  collection?: Slug
  global?: Global
  documentId: string
  action: ScheduledAction
  runAt: string
  /** The revision that the document had when this was scheduled. */
  revision: number
  title: string | null
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
  /** Documents of any collection by their titles, those first that were changed last. */
  documents(
    options?: {
      /** Some collections, separated by commas. */
      readonly collections?: string
      /** Only these, as `posts/ID`, separated by commas. */
      readonly ids?: string
      /** Only those whose newest content is so. */
      readonly status?: 'draft' | 'published'
      readonly limit?: number
      readonly draft?: CopyChoice
      readonly locale?: LocaleOf<Config>
      readonly fallbackLocale?: string | false
    } & Extra['options'],
  ): Promise<{ results: NamedDocument<CollectionSlug<Config>>[] }>
  /** What is yet to be published and unpublished anywhere, soonest first. */
  planned(
    options?: {
      /** From this moment on. */
      readonly from?: string
      /** Before this moment. */
      readonly until?: string
      readonly limit?: number
      readonly locale?: LocaleOf<Config>
      readonly fallbackLocale?: string | false
    } & Extra['options'],
  ): Promise<{ results: PlannedAnywhere<CollectionSlug<Config>, GlobalSlug<Config>>[] }>
}
