import type { JsonSchema } from '../contracts/json.ts'
import { ROUTE_METHODS, type RouteHandler, type RouteMethod } from '../contracts/route.ts'
import { isObject } from '../content/json-object.ts'
import { findSchemaMistakes } from '../fields/compile-schema.ts'
import { aFunction, anObjectOf, aText, oneOf, type OptionKind } from '../fields/option-kinds.ts'
import { aQuantity } from './check-server.ts'
import { join, type ProblemList } from './problem-list.ts'
import { parseSize, type Size } from './quantities.ts'

export interface RouteConfig {
  readonly method: RouteMethod
  /** Below `/api`, or below its collection, global or plugin: `/hello/:name`. */
  readonly path: string
  /**
   * True: the caller must be signed in. `'optional'`: `actor` is null for anonymous callers. By default, the route is
   * public and ignores credentials.
   */
  readonly auth?: boolean | 'optional'
  readonly body?: {
    /** Maximum size; `server.bodyLimit` by default. */
    readonly limit?: Size
    /** `'json'` by default: a JSON object. With `'bytes'`, the handler gets the raw bytes. */
    readonly as?: 'json' | 'bytes'
  }
  /** JSON Schema of the body or, for GET and DELETE, of the query parameters. A mismatch is 422. */
  readonly input?: JsonSchema
  /** JSON Schema of the handler's result. A mismatch is answered with 500 and logged. */
  readonly output?: JsonSchema
  readonly summary?: string
  readonly description?: string
  readonly handler: RouteHandler
}

/** A plugin's route may have any path. */
export interface PluginRouteConfig extends RouteConfig {
  /** Uses the path as it is, from the root of the server: for transports such as `/graphql`. */
  readonly exact?: boolean
}

const SEGMENT = /^(?:[A-Za-z0-9_~][A-Za-z0-9._~-]*|:[A-Za-z][A-Za-z0-9_]*)$/

const aPath: OptionKind = (value) => {
  const [first, ...segments] = typeof value === 'string' ? value.split('/') : []
  const names = segments.filter((segment) => segment.startsWith(':'))
  if (first !== '' || segments.length === 0 || !segments.every((segment) => SEGMENT.test(segment)))
    return 'must be a path such as `/hello/:name`: segments of letters, digits, dots, hyphens and underscores'
  return new Set(names).size === names.length ? null : 'must not use the name of a parameter twice'
}

const aSchema: OptionKind = (value) => {
  if (!isObject(value)) return 'must be a JSON Schema'
  const mistakes = findSchemaMistakes(value)
  return mistakes === null ? null : `is not a JSON Schema: ${mistakes}`
}

const KINDS: Readonly<Record<keyof RouteConfig, OptionKind>> = {
  method: oneOf(...ROUTE_METHODS),
  path: aPath,
  auth: (value) => (typeof value === 'boolean' || value === 'optional' ? null : "must be true, false or 'optional'"),
  body: anObjectOf({ limit: aQuantity(parseSize), as: oneOf('json', 'bytes') }),
  input: aSchema,
  output: aSchema,
  summary: aText,
  description: aText,
  handler: aFunction,
}

export function checkRoutes(
  routes: unknown,
  place: string,
  problems: ProblemList,
  further: Readonly<Record<string, OptionKind>> = {},
): void {
  if (!Array.isArray(routes)) {
    problems.add(place, 'must be a list of routes')
    return
  }
  for (const [index, one] of routes.entries()) {
    const at = join(place, String(index))
    const members = problems.members(one, at, { ...KINDS, ...further }, ['method', 'path', 'handler'])
    if (!members) continue
    const { method, body, input } = members
    const takesBody = method !== 'GET' && method !== 'DELETE'
    if (body !== undefined && !takesBody)
      problems.add(join(at, 'body'), `a ${method} request has no body: leave this out`)
    if (isObject(body) && body['as'] === 'bytes' && input !== undefined && takesBody)
      problems.add(
        join(at, 'input'),
        'describes JSON, but this body is taken as bytes: leave it out, and check the bytes in your handler',
      )
  }
}
