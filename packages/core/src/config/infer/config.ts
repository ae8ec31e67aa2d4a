import type { FieldDefinition, FieldDefinitions } from '../../contracts/field.ts'
import type { ContentModel } from './content-model.ts'
import type { TrashConfig } from '../collection-options.ts'
import type { Unrequired } from './conditional.ts'
import type { FileFields } from './file-fields.ts'
import type { AddedFields, AddedToCollection, AddedToGlobal } from './plugins.ts'
import type { UserFields } from './user-fields.ts'
import type { AutosaveConfig, DraftsConfig, VersionsConfig } from '../versions.ts'

export type CollectionSlug<Config extends ContentModel> = keyof Config['collections'] & string

export type GlobalSlug<Config extends ContentModel> = keyof NonNullable<Config['globals']> & string

export type LocaleOf<Config extends ContentModel> = NonNullable<Config['localization']>['locales'][number]

/** The `auth` of a collection; `never` if it has none. */
export type AuthOf<Config extends ContentModel, Slug extends CollectionSlug<Config>> = NonNullable<
  Config['collections'][Slug]['auth']
>

export type AuthSlug<Config extends ContentModel> = {
  [Slug in CollectionSlug<Config>]: [AuthOf<Config, Slug>] extends [never] ? never : Slug
}[CollectionSlug<Config>]

/** False if the slugs are not known: such a configuration may or may not have users anywhere. */
export type HasUsers<Config extends ContentModel, Slug extends CollectionSlug<Config>> = string extends Slug
  ? false
  : [AuthOf<Config, Slug>] extends [never]
    ? false
    : true

export type ProviderSlug<Config extends ContentModel> = {
  [Slug in AuthSlug<Config>]: AuthOf<Config, Slug> extends { readonly providers: object } ? Slug : never
}[AuthSlug<Config>]

export type HasTrash<Config extends ContentModel, Slug extends CollectionSlug<Config>> = string extends Slug
  ? false
  : [TrashOf<Config, Slug>] extends [never]
    ? false
    : TrashOf<Config, Slug> extends true | TrashConfig
      ? true
      : false

type TrashOf<Config extends ContentModel, Slug extends CollectionSlug<Config>> = NonNullable<
  Config['collections'][Slug]['trash']
>

type IsVersioned<Versions> = [Versions] extends [never] ? false : Versions extends true | VersionsConfig ? true : false

type VersionsOf<Config extends ContentModel, Slug extends CollectionSlug<Config>> = NonNullable<
  Config['collections'][Slug]['versions']
>

type GlobalVersionsOf<Config extends ContentModel, Slug extends GlobalSlug<Config>> = NonNullable<
  NonNullable<Config['globals']>[Slug]['versions']
>

export type HasVersions<Config extends ContentModel, Slug extends CollectionSlug<Config>> = string extends Slug
  ? false
  : IsVersioned<VersionsOf<Config, Slug>>

export type GlobalHasVersions<Config extends ContentModel, Slug extends GlobalSlug<Config>> = string extends Slug
  ? false
  : IsVersioned<GlobalVersionsOf<Config, Slug>>

/** Whether documents can be locked: false only if the configuration disables it. */
export type HasLocks<Config extends ContentModel, Slug extends CollectionSlug<Config>> = string extends Slug
  ? false
  : false extends Config['collections'][Slug]['locks']
    ? false
    : true

/** Whether documents have comments, derived from the type of `comments`; false if unknown. */
type IsDiscussed<Comments> = [Comments] extends [never] ? false : [Comments] extends [true] ? true : false

export type HasComments<Config extends ContentModel, Slug extends CollectionSlug<Config>> = string extends Slug
  ? false
  : IsDiscussed<NonNullable<Config['collections'][Slug]['comments']>>

export type GlobalHasComments<Config extends ContentModel, Slug extends GlobalSlug<Config>> = string extends Slug
  ? false
  : IsDiscussed<NonNullable<NonNullable<Config['globals']>[Slug]['comments']>>

type IsDrafted<Versions> = Versions extends { readonly drafts: infer Drafts }
  ? Drafts extends true | DraftsConfig
    ? true
    : false
  : false

export type HasDrafts<Config extends ContentModel, Slug extends CollectionSlug<Config>> = string extends Slug
  ? false
  : [VersionsOf<Config, Slug>] extends [never]
    ? false
    : IsDrafted<VersionsOf<Config, Slug>>

export type GlobalHasDrafts<Config extends ContentModel, Slug extends GlobalSlug<Config>> = string extends Slug
  ? false
  : [GlobalVersionsOf<Config, Slug>] extends [never]
    ? false
    : IsDrafted<GlobalVersionsOf<Config, Slug>>

/** Whether publications can be scheduled: false only if the configuration disables it. */
export type HasSchedules<Config extends ContentModel, Slug extends CollectionSlug<Config>> =
  HasDrafts<Config, Slug> extends true
    ? VersionsOf<Config, Slug> extends { readonly drafts: { readonly schedule: false } }
      ? false
      : true
    : false

/** The same for a global, which must enable it. */
export type GlobalHasSchedules<Config extends ContentModel, Slug extends GlobalSlug<Config>> = string extends Slug
  ? false
  : GlobalVersionsOf<Config, Slug> extends { readonly drafts: { readonly schedule: true } }
    ? true
    : false

/** Whether a working copy may lack required values until it is published. */
export type MayBeIncomplete<Config extends ContentModel, Slug extends CollectionSlug<Config>> =
  HasDrafts<Config, Slug> extends true
    ? VersionsOf<Config, Slug> extends { readonly drafts: { readonly validate: true } }
      ? false
      : true
    : false

export type GlobalMayBeIncomplete<Config extends ContentModel, Slug extends GlobalSlug<Config>> =
  GlobalHasDrafts<Config, Slug> extends true
    ? GlobalVersionsOf<Config, Slug> extends { readonly drafts: { readonly validate: true } }
      ? false
      : true
    : false

export type HasAutosave<Config extends ContentModel, Slug extends CollectionSlug<Config>> = string extends Slug
  ? false
  : VersionsOf<Config, Slug> extends { readonly drafts: { readonly autosave: true | AutosaveConfig } }
    ? true
    : false

export type GlobalHasAutosave<Config extends ContentModel, Slug extends GlobalSlug<Config>> = string extends Slug
  ? false
  : GlobalVersionsOf<Config, Slug> extends { readonly drafts: { readonly autosave: true | AutosaveConfig } }
    ? true
    : false

/** The fields of a working copy. If it may be incomplete, none of them is required. */
export type WorkingFields<Config extends ContentModel, Slug extends CollectionSlug<Config>> =
  MayBeIncomplete<Config, Slug> extends true
    ? Unrequired<CollectionFields<Config, Slug>>
    : CollectionFields<Config, Slug>

export type GlobalWorkingFields<Config extends ContentModel, Slug extends GlobalSlug<Config>> =
  GlobalMayBeIncomplete<Config, Slug> extends true ? Unrequired<GlobalFields<Config, Slug>> : GlobalFields<Config, Slug>

export interface FeatureFields {
  deletedAt: string | null
  _status: 'draft' | 'published'
  _publishedRevision: number | null
}

type DraftFieldName = '_status' | '_publishedRevision'

export type GlobalFeatureFieldName<Config extends ContentModel, Slug extends GlobalSlug<Config>> =
  GlobalHasDrafts<Config, Slug> extends true ? DraftFieldName : never

export type FeatureFieldName<Config extends ContentModel, Slug extends CollectionSlug<Config>> =
  | (HasTrash<Config, Slug> extends true ? 'deletedAt' : never)
  | (HasDrafts<Config, Slug> extends true ? DraftFieldName : never)

/** The `upload` of a collection; `never` if it has none. */
export type UploadOf<Config extends ContentModel, Slug extends CollectionSlug<Config>> = NonNullable<
  Config['collections'][Slug]['upload']
>

export type HasFiles<Config extends ContentModel, Slug extends CollectionSlug<Config>> = string extends Slug
  ? false
  : [UploadOf<Config, Slug>] extends [never]
    ? false
    : true

export type CollectionFields<Config extends ContentModel, Slug extends CollectionSlug<Config>> = [
  AddedToCollection<Config, Slug>,
] extends [never]
  ? FieldsWithAuthors<Config, Slug>
  : FieldsWithAuthors<Config, Slug> & AddedFields<AddedToCollection<Config, Slug>>

type FieldsWithAuthors<Config extends ContentModel, Slug extends CollectionSlug<Config>> =
  HasAuthors<Config['collections'][Slug]> extends true
    ? AuthorFields<AuthSlug<Config>> & FieldsWithout<Config, Slug>
    : FieldsWithout<Config, Slug>

type FieldsWithout<Config extends ContentModel, Slug extends CollectionSlug<Config>> =
  HasUsers<Config, Slug> extends true
    ? UserFields<AuthOf<Config, Slug>> & Config['collections'][Slug]['fields']
    : HasFiles<Config, Slug> extends true
      ? FileFields<UploadOf<Config, Slug>> & Config['collections'][Slug]['fields']
      : Config['collections'][Slug]['fields']

export type GlobalFields<Config extends ContentModel, Slug extends GlobalSlug<Config>> = [
  AddedToGlobal<Config, Slug>,
] extends [never]
  ? GlobalFieldsWithAuthors<Config, Slug>
  : GlobalFieldsWithAuthors<Config, Slug> & AddedFields<AddedToGlobal<Config, Slug>>

type GlobalFieldsWithAuthors<Config extends ContentModel, Slug extends GlobalSlug<Config>> =
  HasAuthors<NonNullable<Config['globals']>[Slug]> extends true
    ? AuthorFields<AuthSlug<Config>> & NonNullable<Config['globals']>[Slug]['fields']
    : NonNullable<Config['globals']>[Slug]['fields']

/** False if unknown. */
type HasAuthors<Entity> = Entity extends { readonly authors?: infer Authors }
  ? [Authors] extends [true | undefined]
    ? [Authors] extends [undefined]
      ? false
      : true
    : false
  : false

/** Relationships to users that only Quire writes: ids for one collection, pairs for several. */
interface AuthorFields<Slug extends string> {
  readonly createdBy: AuthorField<Slug>
  readonly updatedBy: AuthorField<Slug>
}

type AuthorField<Slug extends string> = FieldDefinition<
  'relationship',
  { readonly maintained: true; readonly to: IsOneOfSeveral<Slug> extends true ? readonly Slug[] : Slug }
>

type IsOneOfSeveral<Slug, One = Slug> = Slug extends unknown ? ([One] extends [Slug] ? false : true) : never

/** The options of a call that change the form of a document. */
export interface CallMode {
  /** With `'all'`, localized fields are objects that map locales to values. */
  readonly locale?: string
  readonly select?: object
  /** Which relationships and joins become documents, by path. */
  readonly populate?: object
  /** All relationships and joins become documents, down to this many levels. */
  readonly depth?: number
  /** `false` reads live copies. Otherwise, some copies may be working copies, which may be incomplete. */
  readonly draft?: boolean | 'newest'
}

/** The copies that a call reads: `'newest'` if some of them may be working copies. */
export type CopyRead = 'live' | 'newest'

/**
 * Without `draft`, callers who may read all drafts get working copies, so only `draft: false` says that all copies are
 * live (docs/drafts-and-versions.md#who-reads-what).
 */
export type CopyOf<Mode extends CallMode> = Mode extends { readonly draft: false } ? 'live' : 'newest'

/** The keys of localized values; `never` if the call chose one locale. */
export type LocalesOf<Config extends ContentModel, Mode extends CallMode> = Mode extends {
  readonly locale: infer Locale
}
  ? Locale extends 'all' | '*'
    ? LocaleOf<Config>
    : never
  : never

/** The keys at one place in a document; also `never` inside a localized field, because the outermost one decides. */
export interface Form {
  readonly locales: string
}

export interface PlainForm extends Form {
  readonly locales: never
}

export interface FormOf<Config extends ContentModel, Mode extends CallMode> extends Form {
  readonly locales: LocalesOf<Config, Mode>
}

export type VisibleName<Fields extends FieldDefinitions> = {
  [Name in keyof Fields & string]: Fields[Name]['options'] extends { readonly hidden: true } ? never : Name
}[keyof Fields & string]

export type PlainType =
  | 'text'
  | 'textarea'
  | 'email'
  | 'url'
  | 'slug'
  | 'code'
  | 'number'
  | 'checkbox'
  | 'date'
  | 'select'
  | 'point'

export type PlainName<Fields extends FieldDefinitions> = {
  [Name in VisibleName<Fields>]: Fields[Name] extends FieldDefinition<PlainType, unknown> ? Name : never
}[VisibleName<Fields>]

export type TargetOf<Options> = Options extends { readonly to: infer To }
  ? To extends readonly (infer Slug)[]
    ? Slug
    : To
  : Options extends { readonly collection: infer Slug }
    ? Slug
    : never

/** Counts levels down, to bound recursion. */
export interface Fewer {
  5: 4
  4: 3
  3: 2
  2: 1
  1: 0
}

export type Level = keyof Fewer | 0
