import type { CallMode, CollectionSlug, GlobalSlug } from '../../config/infer/config.ts'
import type { ContentModel } from '../../config/infer/content-model.ts'
import type { Doc, GlobalDoc } from '../../config/infer/document.ts'
import type { Answered } from '../../config/infer/operation-methods.ts'
import type { CHANGE_SCHEMA } from './change-schema.ts'

type Told = Omit<Answered<typeof CHANGE_SCHEMA>, 'collection' | 'global' | 'doc'>

/**
 * One change. `collection` or `global` says which documents it is about, and with them what `doc` is. You can give the options of the call, which
 * say which of them there can be, and how documents come.
 *
 * @example
 * type PostChange = Change<typeof config, { collections: ['posts']; documents: true }>
 */
export type Change<Config extends ContentModel = ContentModel, Asked = object> =
  | {
      [Slug in NamedCollection<Config, Asked>]: Told & {
        /** Of a document. */
        collection: Slug
        global?: never
      } & WithDoc<Asked, DocOf<Config, Slug, Asked>>
    }[NamedCollection<Config, Asked>]
  | {
      [Slug in NamedGlobal<Config, Asked>]: Told & {
        /** Of a global, whose slug is also the `documentId`. */
        global: Slug
        collection?: never
      } & WithDoc<Asked, GlobalDocOf<Config, Slug, Asked>>
    }[NamedGlobal<Config, Asked>]

export interface ChangesPage<Config extends ContentModel = ContentModel, Asked = object> {
  changes: Change<Config, Asked>[]
  /** What to send as `after` next. */
  next: string
  /** Whether there is more already. */
  behind: boolean
}

/** Those that a call names; where it names only globals, none. */
type NamedCollection<Config extends ContentModel, Asked> = Asked extends { readonly collections: infer Named }
  ? OneOf<Named, CollectionSlug<Config>>
  : Asked extends { readonly globals: unknown }
    ? never
    : CollectionSlug<Config>

type NamedGlobal<Config extends ContentModel, Asked> = Asked extends { readonly globals: infer Named }
  ? OneOf<Named, GlobalSlug<Config>>
  : Asked extends { readonly collections: unknown }
    ? never
    : GlobalSlug<Config>

/** Names in one text may be any. */
type OneOf<Named, Slug extends string> = Named extends readonly (infer Name)[] ? Name & Slug : Slug

/** With `documents`: the document as the caller reads it now; null if it can read it no longer. */
type WithDoc<Asked, Document> = Asked extends { readonly documents: true }
  ? { doc: Document | null }
  : { doc?: Document | null }

/** Of an application that nobody knows, JSON. */
type DocOf<Config extends ContentModel, Slug extends CollectionSlug<Config>, Asked> =
  string extends CollectionSlug<Config> ? Record<string, unknown> : Doc<Config, Slug, ModeIn<Asked>>

type GlobalDocOf<Config extends ContentModel, Slug extends GlobalSlug<Config>, Asked> =
  string extends GlobalSlug<Config> ? Record<string, unknown> : GlobalDoc<Config, Slug, ModeIn<Asked>>

/** What of the options changes the form of documents. */
type ModeIn<Asked> = Asked extends CallMode ? Asked : object
