import { type OrOfPlugins, type Rule, RULE_NAMES } from '../contracts/access.ts'
import type { FieldDefinitions } from '../contracts/field.ts'
import { type Hook, HOOK_NAMES, type HookName } from '../contracts/hooks.ts'
import type { LocalizedText } from '../contracts/localized-text.ts'
import type { OptionsOfPlugins } from '../contracts/plugin-options.ts'
import type { AuthConfig } from './auth.ts'
import type { AuthorsChoice } from './authors.ts'
import type { CacheConfig } from './cache.ts'
import type { CommentsChoice } from './comments.ts'
import type { LocksChoice } from './locks.ts'
import type { Presentation } from './presentation.ts'
import type { PreviewConfig } from './preview.ts'
import type { RouteConfig } from './route.ts'
import type { SearchChoice } from './search.ts'
import type { TrashChoice } from './trash.ts'
import type { UploadChoice } from './upload.ts'
import type { VersionsChoice } from './versions.ts'

/** A collection may have every rule. Without a rule, only users of the admin auth collection are allowed. */
export const COLLECTION_RULES = RULE_NAMES

export type CollectionRuleName = OrOfPlugins<(typeof COLLECTION_RULES)[number]>

/** Those of collections whose documents sign in. */
export const LOGIN_HOOKS = ['beforeLogin', 'afterLogin', 'afterLogout'] as const satisfies readonly HookName[]

/** And every hook. */
export const COLLECTION_HOOKS = HOOK_NAMES

/** What `auth` takes; undefined if a collection has no users. */
export type AuthChoice = true | AuthConfig | undefined

/** What the types of a collection's documents and methods follow from: its fields, and which of these options it has. */
export interface CollectionTraits {
  readonly fields: FieldDefinitions
  readonly auth: AuthChoice
  readonly trash: TrashChoice
  readonly versions: VersionsChoice
  readonly locks: LocksChoice
  readonly upload: UploadChoice
  readonly authors: AuthorsChoice
  readonly search: SearchChoice
  readonly comments: CommentsChoice
}

export interface CollectionConfig<Traits extends CollectionTraits = CollectionTraits> extends OptionsOfPlugins {
  readonly fields: Traits['fields']
  readonly access?: { readonly [Name in CollectionRuleName]?: Rule }
  readonly hooks?: { readonly [Name in (typeof COLLECTION_HOOKS)[number]]?: readonly Hook[] }
  /** Lets the documents of this collection sign in as users. */
  readonly auth?: Traits['auth']
  /** Deleting moves documents to a trash, from which they can be restored. */
  readonly trash?: Traits['trash']
  /** Makes the documents of this collection files, with metadata. */
  readonly upload?: Traits['upload']
  /** Keeps a snapshot of every revision, which can be restored. */
  readonly versions?: Traits['versions']
  /** Whether people can lock a document while they edit it, and for how long; true by default. */
  readonly locks?: Traits['locks']
  /** How long tokens for previews live: `{ lifetime: '1h' }`. */
  readonly preview?: PreviewConfig
  /** The order of lists that ask for none: `'-publishedAt'`, or several. Newest first by default. */
  readonly defaultSort?: Exclude<SortChoice, undefined>
  /** What can be searched with `?search=words`: `{ fields: { title: 4, body: 1 } }`. */
  readonly search?: Traits['search']
  /** Keeps who made a document and who changed it last, in `createdBy` and `updatedBy`. */
  readonly authors?: Traits['authors']
  /** Lets those who may read its drafts discuss a document, or a field of it, with each other. */
  readonly comments?: Traits['comments']
  /** Whether its documents can be imported and exported, and changed by the thousand in the background; true by default. */
  readonly transfers?: boolean
  /** Indexes of several fields together: `[{ fields: ['site', 'slug'], unique: true }]`. */
  readonly indexes?: readonly CompoundIndex[]
  /** For how long anonymous reads may be cached: `'60s'`. By default, they may not (docs/caching.md). */
  readonly cache?: CacheConfig
  /** Routes of your own, below that of the collection. */
  readonly routes?: readonly RouteConfig[]
  /** The slug that the collection had before: the next migration moves its documents, and all that belongs to them. */
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

/** What `defaultSort` takes. */
export type SortChoice = string | readonly string[] | undefined

/** What `indexes` takes. */
export type IndexesChoice = readonly CompoundIndex[] | undefined

export type CollectionConfigs = { readonly [slug: string]: CollectionConfig }
