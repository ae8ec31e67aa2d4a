import type { CallOptions, CollectionSlug, ContentModel, GlobalSlug } from '@quirecms/core/feature'
import type {
  GlobalCopyLocaleMethods as GlobalLocales,
  CopyLocaleMethods as Locales,
} from '../copy-locale/copy-locale-api.ts'
import type { JoinMethods as Joins } from '../joins/join-api.ts'
import type { EveryCollectionApi, EveryGlobalApi } from './api.ts'

/**
 * Methods of the local API, for functions that accept some of them. The shared types know no kind of call: otherwise,
 * the client library would contain Node's streams.
 */

export type CollectionApi<Config extends ContentModel, Slug extends CollectionSlug<Config>> = EveryCollectionApi<
  Config,
  Slug,
  CallOptions
>

export type JoinApi<Config extends ContentModel, Slug extends CollectionSlug<Config>, Field extends string> = Joins<
  Config,
  Slug,
  Field,
  CallOptions
>

export type LocaleApi<Config extends ContentModel, Slug extends CollectionSlug<Config>> = Locales<
  Config,
  Slug,
  CallOptions
>

export type GlobalApi<Config extends ContentModel, Slug extends GlobalSlug<Config>> = EveryGlobalApi<
  Config,
  Slug,
  CallOptions
>

export type GlobalLocaleApi<Config extends ContentModel, Slug extends GlobalSlug<Config>> = GlobalLocales<
  Config,
  Slug,
  CallOptions
>
