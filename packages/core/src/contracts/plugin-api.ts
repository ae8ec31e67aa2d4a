import type { JsonSchema } from './json.ts'
import type { HttpMethod } from './operation.ts'

/** A method of a plugin: HTTP call, arguments and result. A route or an operation implements it. */
export interface PluginMethod {
  readonly method: HttpMethod
  /** Path below `/api/plugins/{key}`; its parameters are the first arguments: `/:id/like`. */
  readonly path: string
  readonly summary?: string
  readonly description?: string
  /** JSON Schema of the body, an argument; for GET and DELETE of the query parameters, which are options. */
  readonly input?: JsonSchema
  /** JSON Schema of the answer. */
  readonly output?: JsonSchema
  /**
   * For operations: `output` describes one document; the response is `{ doc }`, or `{ docs, pagination }` for a list.
   */
  readonly answer?: 'doc' | 'list'
  /** For operations: the response status; 200 by default. */
  readonly status?: 200 | 201
}

/**
 * What a plugin can be asked over HTTP, as plain data: the server makes its routes or operations of it, and the client library its methods.
 * Put it into a module that imports nothing but types, since browsers load it.
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
  readonly methods: { readonly [name: string]: PluginMethod }
}
