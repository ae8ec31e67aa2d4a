import type { QuireConfig } from '@quirecms/core'
import type { App } from './create-app.ts'

/**
 * What the function gets that a file for `quire run` exports.
 *
 * @example
 * export default async ({ app }: ScriptArguments<typeof config>) => {
 *   await app.local.asSystem().collections.posts.create({ title: 'Hello' })
 * }
 */
export interface ScriptArguments<Config extends QuireConfig = QuireConfig> {
  /** The application, connected to its database. It is closed when the function is through. */
  readonly app: App<Config>
  /** What stands behind the file on the command line. */
  readonly args: readonly string[]
}
