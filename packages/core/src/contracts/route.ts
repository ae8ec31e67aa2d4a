import type { Actor, CallRequest } from './access.ts'
import type { JsonSchema } from './json.ts'
import type { AnyLocalApi } from './local.ts'

export const ROUTE_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

export type RouteMethod = (typeof ROUTE_METHODS)[number]

/** The request, as a handler sees it. */
export interface RouteRequest extends CallRequest {
  /** Fires when the client goes away. */
  readonly signal: AbortSignal
  /** Fires when the service begins to stop: end what has no end of its own, such as a stream of events. */
  readonly stopping: AbortSignal
}

/** What `respond` makes of its arguments. Return it from the handler. */
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
  /** The parts of the path that have a name: `/hello/:name`. */
  readonly params: Readonly<Record<string, string>>
  /** A parameter that is given several times is a list. With `input` on a GET or DELETE, values as the schema has them. */
  // oxlint-disable-next-line typescript/no-explicit-any -- its shape is what the application's `input` says
  readonly query: Readonly<Record<string, any>>
  /** The JSON object that came, or bytes with `body: { as: 'bytes' }`; undefined if there was none. */
  // oxlint-disable-next-line typescript/no-explicit-any -- its shape is what the application's `input` says
  readonly body: any
  /** Who calls; null without `auth`. */
  readonly actor: Actor | null
  /** Acts for the actor. `local.asSystem()` is the way past the access rules. */
  readonly local: AnyLocalApi
  /** For a status other than 200, for headers, and for bodies that are not JSON: text, bytes or a stream. */
  readonly respond: (status: number, body?: unknown, headers?: Readonly<Record<string, string>>) => RouteResponse
}

export type RouteHandler = (args: RouteArguments) => unknown

/** A route of the application or of a plugin, as it is served (docs/contract/application-code.md#routes). */
export interface Route {
  /** Where it stands in the configuration, for messages. */
  readonly place: string
  readonly method: RouteMethod
  /** As in the API's description: `/api/hello/{name}`. */
  readonly path: string
  /** What it belongs to: a collection, a global, a plugin or the application. */
  readonly group: string
  readonly summary: string
  readonly description: string | null
  /** Whether the actor is resolved, and whether there must be one. */
  readonly auth: 'required' | 'optional' | 'none'
  readonly body: {
    readonly as: 'json' | 'bytes'
    /** In bytes; null for that of the service. */
    readonly limit: number | null
  }
  readonly input: JsonSchema | null
  readonly output: JsonSchema | null
  readonly handler: RouteHandler
}

/** Whether requests of this method bring their input in a body; those of others bring it in the query. */
export function hasBody(method: RouteMethod): boolean {
  return method !== 'GET' && method !== 'DELETE'
}
