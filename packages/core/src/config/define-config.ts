import type { CollectionConfigs } from './collection.ts'
import type { DatabaseConfig } from './database.ts'
import type { EmailConfig } from './email.ts'
import type { GlobalConfigs } from './global.ts'
import type { LocalizationConfig } from './localization.ts'
import type { LogConfig } from './log.ts'
import type { PopulationConfig } from './population.ts'
import type { ServerConfig } from './server.ts'
import type { StorageConfig } from './storage.ts'

/** A whole application (contract 2). The types of documents are inferred from the type parameters. */
export interface QuireConfig<
  Collections extends CollectionConfigs = CollectionConfigs,
  Globals extends GlobalConfigs = GlobalConfigs,
  Locale extends string = string,
> {
  readonly collections: Collections
  readonly globals?: Globals
  readonly localization?: LocalizationConfig<Locale>
  readonly database?: DatabaseConfig
  /** The auth collection whose users may do everything that has no rule. Implied if there is only one. */
  readonly admin?: { readonly users: keyof Collections & string }
  /** How mail is sent; without it, mail is printed to the log. */
  readonly email?: EmailConfig
  readonly server?: ServerConfig
  /** Where the files of upload collections are kept; `disk('./data/uploads')` by default. */
  readonly storage?: StorageConfig
  readonly log?: LogConfig
  /** How much `populate` and `depth` may put into one answer. */
  readonly population?: PopulationConfig
}

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
  // Without globals, no slug is one of a global; the constraint alone would allow any.
  // oxlint-disable-next-line typescript/no-generated-empty-object-type
  const Globals extends GlobalConfigs = Record<never, never>,
  const Locale extends string = never,
>(config: QuireConfig<Collections, Globals, Locale>): QuireConfig<Collections, Globals, Locale> {
  return config
}
