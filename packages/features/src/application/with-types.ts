import type { ConfigOf, PlainConfig, QuireConfig } from '@quirecms/core/feature'
import type { LocalApi } from './local-api-types.ts'

/** Any local API, but no client. Its other members differ between applications, and would be compared. */
interface AnyLocal {
  collection(slug: string): object
  asSystem(): object
}

/**
 * Types a configuration, or a local API, by the output of `quire generate types`, as `createClient<Application>()` does
 * for clients. Returns its argument. Annotate what you export: then editors don't infer the configuration at each
 * keystroke.
 *
 * @example
 * import type { Application } from './application.d.ts'
 * export const app: App<ConfigOf<Application>> = await createApp(withTypes<Application>(config))
 */
export function withTypes<Application extends PlainConfig = never>(local: AnyLocal): LocalApi<ConfigOf<Application>>
export function withTypes<Application extends PlainConfig = never>(config: QuireConfig): ConfigOf<Application>
export function withTypes(given: AnyLocal | QuireConfig): unknown {
  return given
}
