import type { JsonSchema } from './json.ts'
import type { HttpMethod } from './operation.ts'

/** A method of a plugin: HTTP call, arguments and result. A route or an operation implements it. */
export interface PluginMethod {
  readonly method: HttpMethod
  /**
   * Path below `/api/plugins/{key}`, or below the collection or global; its parameters are the first arguments:
   * `/:id/like`.
   */
  readonly path: string
  readonly summary?: string
  readonly description?: string
  /** JSON Schema of the body, an argument; for GET and DELETE of the query parameters, which are options. */
  readonly input?: JsonSchema
  /** JSON Schema of the answer. */
  readonly output?: JsonSchema
  /**
   * For operations: `output` describes one document; the response is `{ doc }`, or `{ docs, pagination }` for a list.
   * Without `output`, the document is one of the collection, or the global.
   */
  readonly answer?: 'doc' | 'list'
  /** For operations: the response status; 200 by default. */
  readonly status?: 200 | 201
}

/** The methods whose options a plugin can extend with query parameters. */
export type ExtendedRead = 'find' | 'findOne' | 'count' | 'distinct'

/** What a plugin adds to collections or to globals. */
export interface PluginEntityApi {
  /** The option that switches it on: `archive`. Without it, every collection, or every global, has it. */
  readonly option?: string
  /** Methods beside `find` and `update`, by name; `path` is below that of the collection or global. */
  readonly methods?: { readonly [name: string]: PluginMethod }
  /** Query parameters by method and name, each with its JSON Schema. */
  readonly parameters?: { readonly [Method in ExtendedRead]?: { readonly [name: string]: JsonSchema } }
  /** System fields of the documents by name, each with the JSON Schema of its value. */
  readonly systemFields?: { readonly [name: string]: JsonSchema }
}

/**
 * What a plugin can be asked, as plain data: the server makes its routes or operations of it, the client library its methods, and the
 * compiler the types of both. Put it into a module that imports nothing but types, since browsers load it.
 *
 * @example
 * export const likesApi = {
 *   key: 'likes',
 *   methods: {
 *     like: {
 *       method: 'POST',
 *       path: '/:id/like',
 *       output: { type: 'object', required: ['likes'], properties: { likes: { type: 'integer' } } },
 *     },
 *   },
 * } as const satisfies PluginApi
 */
export interface PluginApi {
  /** The plugin's key. */
  readonly key: string
  /** Methods of the plugin as a whole: `local.plugin(likesApi).like(id)`. */
  readonly methods: { readonly [name: string]: PluginMethod }
  /** Further methods, parameters and system fields of collections: `local.collections.posts.archive(id)`. */
  readonly collections?: PluginEntityApi
  readonly globals?: PluginEntityApi
}

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
