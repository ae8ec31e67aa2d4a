import type { OrOfPlugins, Rule, RuleName } from '../contracts/access.ts'
import type { FieldDefinitions } from '../contracts/field.ts'
import type { ArgumentsOf, Hook, HookName } from '../contracts/hooks.ts'
import type { LocalizedText } from '../contracts/localization.ts'
import type { OptionsOfPlugins } from '../contracts/plugin-api.ts'
import type { AuthorsChoice, CommentsChoice, PreviewConfig } from './collection-options.ts'
import type { CacheConfig } from './cache.ts'
import type { TraitOf } from './infer/trait-of.ts'
import type { Presentation } from './presentation.ts'
import type { RouteConfig } from './route.ts'
import type { VersionsChoice } from './versions.ts'

/** A global always exists: it has no rules for create and delete. */
export const GLOBAL_RULES = [
  'read',
  'update',
  'readDrafts',
  'readVersions',
  'publish',
] as const satisfies readonly RuleName[]

export type GlobalRuleName = OrOfPlugins<(typeof GLOBAL_RULES)[number]>

export const GLOBAL_HOOKS = [
  'beforeOperation',
  'beforeValidate',
  'beforeChange',
  'afterChange',
  'afterCommit',
  'beforeRead',
  'afterRead',
] as const satisfies readonly HookName[]

export interface GlobalTraits extends OptionsOfPlugins {
  readonly fields: FieldDefinitions
  readonly versions?: VersionsChoice
  readonly authors?: AuthorsChoice
  readonly comments?: CommentsChoice
}

export interface GlobalConfig<Traits extends GlobalTraits = GlobalTraits> extends OptionsOfPlugins {
  readonly fields: Traits['fields']
  /** Types only. */
  readonly '~traits'?: Traits
  readonly access?: { readonly [Name in GlobalRuleName]?: Rule }
  readonly hooks?: { readonly [Name in (typeof GLOBAL_HOOKS)[number]]?: readonly Hook<ArgumentsOf<Name>>[] }
  readonly versions?: TraitOf<Traits, 'versions'>
  /** Records who changed it last, in `updatedBy`. */
  readonly authors?: TraitOf<Traits, 'authors'>
  /** Lets users who may read its draft comment on the global and on its fields. */
  readonly comments?: TraitOf<Traits, 'comments'>
  /** How long tokens for previews live: `{ lifetime: '1h' }`. */
  readonly preview?: PreviewConfig
  /** How long anonymous reads may be cached: `'60s'`. By default, they are not (docs/caching.md). */
  readonly cache?: CacheConfig
  /** Routes of your own, below that of the global. */
  readonly routes?: readonly RouteConfig[]
  /** The former slug of the global: the next migration moves its content. */
  readonly renamedFrom?: string
  readonly label?: LocalizedText
  readonly description?: LocalizedText
  readonly admin?: Presentation
}

export type GlobalConfigs = { readonly [slug: string]: GlobalConfig }
