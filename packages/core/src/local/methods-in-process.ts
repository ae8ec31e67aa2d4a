import type { CollectionSlug, GlobalSlug } from '../config/infer/config.ts'
import type { ContentModel } from '../config/infer/content-model.ts'
import type { CollectionApi as Collection } from './api-types.ts'
import type { LocalCall } from './call-options.ts'
import type { JoinApi as Joins, LocaleApi as Locales } from './feature-api-types.ts'
import type { GlobalApi as Global, GlobalLocaleApi as GlobalLocales } from './global-api-types.ts'

/**
 * The methods of the local API, for functions that take some of them. The types that they are made of know no kind of call: with calls of
 * this process, which give files as streams of Node, the client library would get those, too.
 */

export type CollectionApi<Config extends ContentModel, Slug extends CollectionSlug<Config>> = Collection<
  Config,
  Slug,
  LocalCall
>

export type JoinApi<Config extends ContentModel, Slug extends CollectionSlug<Config>, Field extends string> = Joins<
  Config,
  Slug,
  Field,
  LocalCall
>

export type LocaleApi<Config extends ContentModel, Slug extends CollectionSlug<Config>> = Locales<
  Config,
  Slug,
  LocalCall
>

export type GlobalApi<Config extends ContentModel, Slug extends GlobalSlug<Config>> = Global<Config, Slug, LocalCall>

export type GlobalLocaleApi<Config extends ContentModel, Slug extends GlobalSlug<Config>> = GlobalLocales<
  Config,
  Slug,
  LocalCall
>
