import type { CollectionConfig, CollectionConfigs } from './collection.ts'
import { rememberFolder } from './config-folder.ts'
import type { PluginConfig, QuireConfig } from './define-config.ts'
import type { GlobalConfig, GlobalConfigs } from './global.ts'
import type { JobConfigs } from './job.ts'
import type { Captured } from '../contracts/captured.ts'
import type { CollectionTraitsOf, EntityWithFields, GlobalTraitsOf } from './infer/traits.ts'
import type { CheckedCollection } from './infer/checked-collection.ts'
import type { CheckedFields } from './infer/checked-fields.ts'
import type { CheckedTargets } from './infer/checked-targets.ts'
import type { WithPlugins } from './infer/plugins.ts'

/**
 * The functions that define configurations. They return their argument; their types keep it exact, and report unknown
 * names. The interfaces are in separate files, because the checking types import them.
 */

/**
 * Describes an application. Returns its argument, with its exact type; `checkConfig` checks it at start.
 *
 * @example
 * export default defineConfig({
 *   database: sqlite('./data/app.db'),
 *   collections: { posts: collection({ fields: { title: f.text({ required: true }) } }) },
 * })
 */
export function defineConfig<
  const Collections extends CollectionConfigs,
  // oxlint-disable-next-line typescript/no-generated-empty-object-type -- without globals, no slug is one of a global; the constraint alone would allow any
  const Globals extends GlobalConfigs = Record<never, never>,
  const Locale extends string = never,
  const Plugins extends readonly PluginConfig[] = readonly [],
  // oxlint-disable-next-line typescript/no-generated-empty-object-type -- as with globals
  const Jobs extends JobConfigs = Record<never, never>,
>(
  config: QuireConfig<Collections, Globals, Locale, Jobs, Plugins> &
    CheckedTargets<NoInfer<Collections>, NoInfer<Globals>, NoInfer<Plugins>>,
): QuireConfig<
  WithPlugins<Collections, Plugins, 'collections'>,
  WithPlugins<Globals, Plugins, 'globals'>,
  Locale,
  Jobs,
  Plugins
>
export function defineConfig(config: QuireConfig): QuireConfig {
  rememberFolder(config)
  return config
}

/** The rules are part of `CheckedCollection`, whose answers it knows better. */
interface CollectionConfigOptions extends Omit<CollectionConfig, 'access'> {}

/**
 * Describes a collection: many documents with the same fields. Returns its argument, with its exact type.
 *
 * @example
 * const posts = collection({
 *   fields: { title: f.text({ required: true }) },
 *   access: { read: () => true, update: ({ actor }) => ({ author: { equals: actor?.id ?? null } }) },
 *   hooks: { beforeChange: [({ data }) => data] },
 * })
 */
export function collection<const Given extends EntityWithFields>(
  config: CollectionConfigOptions & Captured<Given> & CheckedCollection<NoInfer<Given>>,
): CollectionConfig<CollectionTraitsOf<Given>>
export function collection(config: CollectionConfig): CollectionConfig {
  return config
}

/**
 * Describes a global: one document, such as the settings of a site. Returns its argument, with its exact type.
 *
 * @example
 * const settings = global({ fields: { siteName: f.text({ required: true }) }, access: { read: () => true } })
 */
export function global<const Given extends EntityWithFields>(
  config: GlobalConfig & Captured<Given> & { readonly fields: CheckedFields<NoInfer<Given>['fields']> },
): GlobalConfig<GlobalTraitsOf<Given>>
export function global(config: GlobalConfig): GlobalConfig {
  return config
}
