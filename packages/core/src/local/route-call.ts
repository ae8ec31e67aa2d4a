import type { JsonSchema } from '../contracts/json.ts'
import type { RouteMethod } from '../contracts/route.ts'
import type { FromSchema } from '../config/infer/json-schema.ts'
import type { ParamsOf } from '../config/infer/route.ts'

interface CallableRoute {
  readonly method: RouteMethod
  readonly path: string
  readonly handler: (args: never) => unknown
}

export type MethodTo<Route> = Route extends CallableRoute ? Route['method'] : string

/** The path of a route below any base: `/api/collections/posts/:id/like` for `/:id/like`. */
export type PathTo<Route> = Route extends CallableRoute ? `${string}${Route['path']}` : string

/** The input of a route; never for other types. */
export type InputTo<Route> = Route extends CallableRoute
  ? ParamsTo<Route['path']> & ValuesTo<Route['method'], SchemaIn<Route, 'input'>>
  : never

/** The result of a route; other types are the result. */
export type AnswerTo<Route> = Route extends CallableRoute
  ? [SchemaIn<Route, 'output'>] extends [never]
    ? unknown
    : FromSchema<SchemaIn<Route, 'output'>>
  : Route

type SchemaIn<Route, Name extends 'input' | 'output'> = Route extends { readonly [Key in Name]?: infer Schema }
  ? Extract<Schema, JsonSchema>
  : never

type ParamsTo<Path extends string> = [keyof ParamsOf<Path>] extends [never]
  ? unknown
  : { readonly params: ParamsOf<Path> }

type ValuesTo<Method, Schema> = [Schema] extends [never]
  ? { readonly query?: Readonly<Record<string, unknown>>; readonly body?: unknown }
  : Method extends 'GET' | 'DELETE'
    ? QueryTo<FromSchema<Schema>>
    : { readonly query?: Readonly<Record<string, unknown>>; readonly body: FromSchema<Schema> }

type QueryTo<Values> = object extends Values ? { readonly query?: Values } : { readonly query: Values }
