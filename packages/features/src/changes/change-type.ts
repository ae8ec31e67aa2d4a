import type {
  Answered,
  CallMode,
  CollectionSlug,
  ContentModel,
  Doc,
  GlobalDoc,
  GlobalSlug,
} from '@quirecms/core/feature'
import type { CHANGE_SCHEMA } from './change-schema.ts'

type ChangeBase = Omit<Answered<typeof CHANGE_SCHEMA>, 'collection' | 'global' | 'doc'>

/**
 * One change. `collection` or `global` names the owner of its document, and determines the type of `doc`. You can
 * give the options of the call, which narrow both.
 *
 * @example
 * type PostChange = Change<typeof config, { collections: ['posts']; documents: true }>
 */
export type Change<Config extends ContentModel = ContentModel, Asked = object> =
  | {
      [Slug in NamedCollection<Config, Asked>]: ChangeBase & {
        collection: Slug
        global?: never
      } & WithDoc<Asked, DocOf<Config, Slug, Asked>>
    }[NamedCollection<Config, Asked>]
  | {
      [Slug in NamedGlobal<Config, Asked>]: ChangeBase & {
        global: Slug
        collection?: never
      } & WithDoc<Asked, GlobalDocOf<Config, Slug, Asked>>
    }[NamedGlobal<Config, Asked>]

export interface ChangesPage<Config extends ContentModel = ContentModel, Asked = object> {
  changes: Change<Config, Asked>[]
  /** Cursor to send as `after` next. */
  next: string
  /** Whether there are more changes already. */
  behind: boolean
}

/** Collections that a call names; none if it names only globals. */
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

/** Names in one comma-separated text may be any. */
type OneOf<Named, Slug extends string> = Named extends readonly (infer Name)[] ? Name & Slug : Slug

/** With `documents`: the document as the caller reads it now; null if the caller can no longer read it. */
type WithDoc<Asked, Document> = Asked extends { readonly documents: true }
  ? { doc: Document | null }
  : { doc?: Document | null }

type DocOf<Config extends ContentModel, Slug extends CollectionSlug<Config>, Asked> =
  string extends CollectionSlug<Config> ? Record<string, unknown> : Doc<Config, Slug, ModeIn<Asked>>

type GlobalDocOf<Config extends ContentModel, Slug extends GlobalSlug<Config>, Asked> =
  string extends GlobalSlug<Config> ? Record<string, unknown> : GlobalDoc<Config, Slug, ModeIn<Asked>>

type ModeIn<Asked> = Asked extends CallMode ? Asked : object
