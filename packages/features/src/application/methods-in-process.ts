import type { CallOptions, CollectionSlug, ContentModel, GlobalSlug } from '@quirecms/core/feature'
import type { GlobalLocaleApi as GlobalLocales, LocaleApi as Locales } from '../copy-locale/copy-locale-api.ts'
import type { JoinApi as Joins } from '../joins/join-api.ts'
import type { EveryCollectionApi, EveryGlobalApi } from './api.ts'

/**
 * The methods of the local API, for functions that take some of them. The types that they are made of know no kind of call: with calls of
 * this process, which give files as streams of Node, the client library would get those, too.
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
