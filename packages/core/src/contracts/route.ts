import type { Actor, CallRequest } from './access.ts'
import type { JsonSchema } from './json.ts'
import type { AnyLocalApi } from './local.ts'

export const ROUTE_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

export type RouteMethod = (typeof ROUTE_METHODS)[number]

/** The request in a route handler. */
export interface RouteRequest extends CallRequest {
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal
  /** Aborts when the service begins to stop: end streams of events. */
  readonly stopping: AbortSignal
}

/** Result of `respond`, to return from the handler. */
export class RouteResponse {
  readonly status: number
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, body?: unknown, headers: Readonly<Record<string, string>> = {}) {
    this.status = status
    this.body = body
    this.headers = headers
  }
}

export interface RouteArguments {
  readonly request: RouteRequest
  /** Path parameters: `/hello/:name`. */
  readonly params: Readonly<Record<string, string>>
  /** A repeated parameter is a list. With `input` on a GET or DELETE, the values of the schema. */
  // oxlint-disable-next-line typescript/no-explicit-any -- its shape is what the application's `input` says
  readonly query: Readonly<Record<string, any>>
  /** The JSON object, or bytes with `body: { as: 'bytes' }`; undefined without a body. */
  // oxlint-disable-next-line typescript/no-explicit-any -- its shape is what the application's `input` says
  readonly body: any
  /** The caller's user; null without `auth`. */
  readonly actor: Actor | null
  /** Acts for the actor. `local.asSystem()` skips access rules. */
  readonly local: AnyLocalApi
  /** For a status other than 200, for headers, and for bodies that are not JSON: text, bytes or a stream. */
  readonly respond: (status: number, body?: unknown, headers?: Readonly<Record<string, string>>) => RouteResponse
}

export type RouteHandler = (args: RouteArguments) => unknown

/** A resolved route of the application or a plugin (docs/contract/application-code.md#routes). */
export interface Route {
  /** Path in the configuration, for error messages. */
  readonly place: string
  readonly method: RouteMethod
  /** As in OpenAPI: `/api/hello/{name}`. */
  readonly path: string
  /** Its collection, global or plugin, or the application. */
  readonly group: string
  readonly summary: string
  readonly description: string | null
  /** Whether the actor is resolved, and whether there must be one. */
  readonly auth: 'required' | 'optional' | 'none'
  readonly body: {
    readonly as: 'json' | 'bytes'
    /** Bytes; null for the service's limit. */
    readonly limit: number | null
  }
  readonly input: JsonSchema | null
  readonly output: JsonSchema | null
  readonly handler: RouteHandler
}

/** Whether requests with this method have a body; others have their input in the query. */
export function hasBody(method: RouteMethod): boolean {
  return method !== 'GET' && method !== 'DELETE'
}
