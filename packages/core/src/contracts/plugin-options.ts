import type { JsonSchema } from './json.ts'

/**
 * The options of collections and globals that plugins bring, by name, with what each takes. A plugin that has one tells the compiler, and
 * applications that use the plugin may write it.
 *
 * @example
 * declare module 'quirecms' {
 *   interface PluginOptions { archive: boolean }
 * }
 */
export interface PluginOptions {}

/** Options of plugins for collections and globals. */
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- there are none until a plugin adds to the interface
export type OptionsOfPlugins = Readonly<Partial<PluginOptions>>

/** Options with the JSON Schema that each value is checked against at start. */
export type OptionSchemas = Readonly<Record<string, JsonSchema>>

/** Option names that a feature claims. */
export function claimedOptions({
  options = [],
}: {
  readonly options?: readonly string[] | OptionSchemas
}): readonly string[] {
  return isList(options) ? options : Object.keys(options)
}

/** Schemas of a feature's options; none if it only names options of the framework. */
export function optionSchemas({
  options = [],
}: {
  readonly options?: readonly string[] | OptionSchemas
}): OptionSchemas {
  return isList(options) ? {} : options
}

function isList(options: readonly string[] | OptionSchemas): options is readonly string[] {
  return Array.isArray(options)
}
