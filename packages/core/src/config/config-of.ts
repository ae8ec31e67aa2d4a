import type { QuireConfig } from './define-config.ts'
import type { CollectionsIn, GlobalsIn, JobsIn, LocaleIn, PlainConfig, PluginsIn } from './infer/plain-config.ts'

/**
 * The configuration that generated types describe, for all types of an application: `App`, `LocalApi`, `Doc` and others.
 *
 * @example
 * import type { Application } from './application.d.ts'
 * export const countPosts = (local: LocalApi<ConfigOf<Application>>) => local.collections.posts.count()
 */
export type ConfigOf<Application extends PlainConfig> = QuireConfig<
  CollectionsIn<Application['collections']>,
  GlobalsIn<Application['globals']>,
  LocaleIn<Application['localization']>,
  JobsIn<Application['jobs']>,
  PluginsIn<Application['plugins']>
>
