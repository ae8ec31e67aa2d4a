import { type OrOfPlugins, type Rule, RULE_NAMES } from '../contracts/access.ts'
import type { FieldDefinitions } from '../contracts/field.ts'
import { type ArgumentsOf, type Hook, HOOK_NAMES, type HookName } from '../contracts/hooks.ts'
import type { LocalizedText } from '../contracts/localization.ts'
import type { OptionsOfPlugins } from '../contracts/plugin-api.ts'
import type { AuthConfig } from './auth.ts'
import type {
  AuthorsChoice,
  CommentsChoice,
  LocksChoice,
  PreviewConfig,
  SearchChoice,
  TrashChoice,
} from './collection-options.ts'
import type { CacheConfig } from './cache.ts'
import type { TraitOf } from './infer/trait-of.ts'
import type { Presentation } from './presentation.ts'
import type { RouteConfig } from './route.ts'
import type { UploadChoice } from './upload.ts'
import type { VersionsChoice } from './versions.ts'

/** A collection may have every rule. A rule that is not set allows only users of the admin auth collection. */
export const COLLECTION_RULES = RULE_NAMES

export type CollectionRuleName = OrOfPlugins<(typeof COLLECTION_RULES)[number]>

export const LOGIN_HOOKS = ['beforeLogin', 'afterLogin', 'afterLogout'] as const satisfies readonly HookName[]

export const COLLECTION_HOOKS = HOOK_NAMES

/** Values of the option `auth`; undefined if a collection has no users. */
export type AuthChoice = true | AuthConfig | undefined

/** The options that determine the types of a collection's documents and methods. */
export interface CollectionTraits extends OptionsOfPlugins {
  readonly fields: FieldDefinitions
  readonly auth?: AuthChoice
  readonly trash?: TrashChoice
  readonly versions?: VersionsChoice
  readonly locks?: LocksChoice
  readonly upload?: UploadChoice
  readonly authors?: AuthorsChoice
  readonly search?: SearchChoice
  readonly comments?: CommentsChoice
}

export interface CollectionConfig<Traits extends CollectionTraits = CollectionTraits> extends OptionsOfPlugins {
  readonly fields: Traits['fields']
  /** Types only. */
  readonly '~traits'?: Traits
  readonly access?: { readonly [Name in CollectionRuleName]?: Rule }
  readonly hooks?: { readonly [Name in (typeof COLLECTION_HOOKS)[number]]?: readonly Hook<ArgumentsOf<Name>>[] }
  /** Lets the documents of this collection sign in as users. */
  readonly auth?: TraitOf<Traits, 'auth'>
  /** Deleting moves documents to a trash, from which they can be restored. */
  readonly trash?: TraitOf<Traits, 'trash'>
  /** Makes the documents of this collection files with metadata. */
  readonly upload?: TraitOf<Traits, 'upload'>
  /** Keeps a snapshot of every revision, which can be restored. */
  readonly versions?: TraitOf<Traits, 'versions'>
  /** Whether editors can lock a document while they edit it, and for how long; true by default. */
  readonly locks?: TraitOf<Traits, 'locks'>
  /** How long tokens for previews live: `{ lifetime: '1h' }`. */
  readonly preview?: PreviewConfig
  /** The order of lists without `sort`: `'-publishedAt'`, or several. Newest first by default. */
  readonly defaultSort?: Exclude<SortChoice, undefined>
  /** The fields that `?search=words` searches: `{ fields: { title: 4, body: 1 } }`. */
  readonly search?: TraitOf<Traits, 'search'>
  /** Records who created a document and who changed it last, in `createdBy` and `updatedBy`. */
  readonly authors?: TraitOf<Traits, 'authors'>
  /** Lets users who may read the drafts of a document comment on it and on its fields. */
  readonly comments?: TraitOf<Traits, 'comments'>
  /** Enables import, export and bulk actions in the background; true by default. */
  readonly transfers?: boolean
  /** Indexes of several fields together: `[{ fields: ['site', 'slug'], unique: true }]`. */
  readonly indexes?: readonly CompoundIndex[]
  /** How long anonymous reads may be cached: `'60s'`. By default, they are not (docs/caching.md). */
  readonly cache?: CacheConfig
  /** Routes of your own, below that of the collection. */
  readonly routes?: readonly RouteConfig[]
  /** The former slug of the collection: the next migration moves its documents, and all their records. */
  readonly renamedFrom?: string
  readonly label?: LocalizedText
  readonly description?: LocalizedText
  /** How the admin app presents it. */
  readonly admin?: Presentation
}

/** An index of several fields, which are compared in this order. */
export interface CompoundIndex {
  /** Paths to single values, such as `slug`, `seo.title` or, unless it is unique, `createdAt`. */
  readonly fields: readonly string[]
  /** No two documents may have the same values in all of them. */
  readonly unique?: boolean
}

export type SortChoice = string | readonly string[] | undefined

export type CollectionConfigs = { readonly [slug: string]: CollectionConfig }
