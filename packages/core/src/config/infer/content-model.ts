import type { CollectionConfig } from '../collection.ts'
import type { GlobalConfig } from '../global.ts'
import type { JobConfigs } from '../job.ts'
import type { PluginApi } from '../../contracts/plugin-api.ts'
import type { LocalizationConfig } from '../service-options.ts'

/**
 * From the configuration to the types of the API
 *
 * 1. `f.text({ … })` keeps its options exactly (`Captured`): `FieldDefinition<'text', Options>`. `collection({ … })` keeps
 *    the fields and the options that types depend on (`traits.ts`), and `defineConfig` the collections by slug. Each
 *    reports the mistakes that it can know: `checked-collection.ts`, `checked-fields.ts`, `checked-rules.ts` and, once all
 *    collections are known, `checked-targets.ts`. A mistake is a `Problem`, and the compiler shows its message.
 * 2. A `ContentModel` is what the rest reads. `typeof config` is one; `ModelOf` makes one of generated types
 *    (`plain-config.ts`), and `Revealed` the one that the system sees.
 * 3. `config.ts` answers what a collection has: features (`HasDrafts`), and fields (`CollectionFields`), with those of
 *    users, files, authors and plugins.
 * 4. From the fields and the options of a call (`CallMode`) follow
 *    - what a call returns: `document.ts`, with a `View` for each place: locales, selection, populated documents;
 *    - what a call writes: `input.ts`; values of both are in `value.ts`;
 *    - what a call asks for: `where.ts` and `sort.ts`, `select.ts`, `populate.ts`.
 * 5. `operations/document-options.ts` makes the options of methods of these, `operations/collection-api.ts` the methods,
 *    and the application's `LocalApi` and `Client` all of them, by slug.
 *
 * What a type parameter takes is not checked by the compiler, so methods check it: `checked.ts`.
 *
 * Paths of `where` and `sort` are the costly part, because there are so many. `path.ts` only lists names, through one
 * relationship. `found.ts` looks up one path, of any length, when it is used.
 *
 * An editor makes a new checker for each keystroke, which infers the configuration again. So a completion may neither
 * compare two configurations nor resolve the paths of collections that the call does not name (bench/src/completion.ts).
 * Three things would make it: a default of a type parameter (`Omittable`), a conditional type where a mapped type over the
 * slugs would wait, and a relation of two options with different configurations, whose variance the compiler then computes.
 */

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
