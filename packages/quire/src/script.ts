import type { QuireConfig } from '@quirecms/core'
import type { App } from './create-app.ts'

/**
 * Arguments of the function that a file for `quire run` exports.
 *
 * @example
 * export default async ({ app }: ScriptArguments<typeof config>) => {
 *   await app.local.asSystem().collections.posts.create({ title: 'Hello' })
 * }
 */
export interface ScriptArguments<Config extends QuireConfig = QuireConfig> {
  /** The application, connected to its database. Closed when the function returns. */
  readonly app: App<Config>
  /** Arguments after the file on the command line. */
  readonly args: readonly string[]
}
