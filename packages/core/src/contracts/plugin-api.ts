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
  /** The option that enables it: `archive`. Without one, every collection, or every global, has it. */
  readonly option?: string
  /** Methods beside `find` and `update`, by name; `path` is below that of the collection or global. */
  readonly methods?: { readonly [name: string]: PluginMethod }
  /** Query parameters by method and name, each with its JSON Schema. */
  readonly parameters?: { readonly [Method in ExtendedRead]?: { readonly [name: string]: JsonSchema } }
  /** System fields of the documents by name, each with the JSON Schema of its value. */
  readonly systemFields?: { readonly [name: string]: JsonSchema }
}

/**
 * The API of a plugin as plain data. From it, the server makes routes or operations, the client library methods, and
 * the compiler the types of both. Put it into a module with type imports only, because browsers load it.
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
  readonly key: string
  /** Methods of the plugin as a whole: `local.plugin(likesApi).like(id)`. */
  readonly methods: { readonly [name: string]: PluginMethod }
  /** Further methods, parameters and system fields of collections: `local.collections.posts.archive(id)`. */
  readonly collections?: PluginEntityApi
  readonly globals?: PluginEntityApi
}

/**
 * Options that plugins add to collections and globals, with their types. A plugin declares its own here, so that
 * the compiler accepts them in applications that use the plugin.
 *
 * @example
 * declare module 'quirecms' {
 *   interface PluginOptions { archive: boolean }
 * }
 */
export interface PluginOptions {}

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
