import type { CollectionConfig } from '../collection.ts'
import type { GlobalConfig } from '../global.ts'
import type { JobConfigs } from '../job.ts'
import type { PluginApi } from '../../contracts/plugin-api.ts'
import type { LocalizationConfig } from '../service-options.ts'

/**
 * The part of a configuration that types are inferred from. All inferred types only use this: so the types of the
 * client library don't depend on the server, and the compiler has less to compare.
 */
export interface ContentModel<
  Collections extends CollectionModels = CollectionModels,
  Globals extends GlobalModels = GlobalModels,
  Locale extends string = string,
  Jobs extends JobModels = JobModels,
  Plugins extends readonly PluginModel[] = readonly PluginModel[],
> {
  readonly collections: Collections
  readonly globals?: Globals
  readonly localization?: LocalizationConfig<Locale>
  readonly jobs?: Jobs
  readonly plugins?: Plugins
}

/** The part of a plugin that types are inferred from. */
export interface PluginModel {
  readonly key: string
  readonly api?: PluginApi
}

type CollectionModels = { readonly [slug: string]: CollectionModel }

type GlobalModels = { readonly [slug: string]: GlobalModel }

export type JobModels = { readonly [name: string]: JobModel }

export interface JobModel extends Pick<JobConfigs[string], 'input' | 'run' | 'isQueueable'> {}

export interface CollectionModel
  extends Pick<
    CollectionConfig,
    'fields' | 'auth' | 'trash' | 'upload' | 'versions' | 'locks' | 'search' | 'authors' | 'comments' | '~traits'
  > {}

export interface GlobalModel extends Pick<GlobalConfig, 'fields' | 'versions' | 'authors' | 'comments' | '~traits'> {}
