import type { JsonSchema } from '../../contracts/json.ts'
import type { RouteMethod, RouteResponse } from '../../contracts/route.ts'
import type { FromSchema } from './json-schema.ts'
import type { ParamsOf } from './path-params.ts'

/** What the types of a route's handler follow from. */
export interface RouteShape {
  readonly method: RouteMethod
  readonly path: string
  readonly input: JsonSchema | undefined
  readonly output: JsonSchema | undefined
  readonly as: 'json' | 'bytes'
}

/** The arguments of a handler that depend on its route. */
export interface InputOf<Shape extends RouteShape> {
  /** The parts of the path that have a name: `/hello/:name`. */
  readonly params: ParamsOf<Shape['path']>
  /** A parameter that is given several times is a list. With `input` on a GET or DELETE, values as the schema has them. */
  readonly query: TakesBody<Shape['method']> extends true
    ? OpenQuery
    : undefined extends Shape['input']
      ? OpenQuery
      : ValueOfSchema<Shape['input']>
  /** The JSON object that came, or bytes with `body: { as: 'bytes' }`. */
  readonly body: TakesBody<Shape['method']> extends true
    ? Shape['as'] extends 'bytes'
      ? Buffer
      : ValueOfSchema<Shape['input']>
    : undefined
  /** For another status than 200, for headers, and for bodies that are not JSON: text, bytes or a stream. */
  readonly respond: <const Status extends number>(
    status: Status,
    body?: `${Status}` extends `2${string}` ? AnswerOf<Shape['output']> : unknown,
    headers?: Readonly<Record<string, string>>,
  ) => RouteResponse
}

/** What a handler may return. With `output`, that is what the schema describes, or what `respond` makes. */
export type ResultOf<Shape extends RouteShape> =
  unknown extends AnswerOf<Shape['output']>
    ? unknown
    : AnswerOf<Shape['output']> | RouteResponse | Promise<AnswerOf<Shape['output']> | RouteResponse>

// oxlint-disable-next-line typescript/no-explicit-any -- without a schema, only the application knows what its callers send
type Open = any

type OpenQuery = Readonly<Record<string, Open>>

/** A schema that the compiler doesn't know says nothing. */
type ValueOfSchema<Schema> = JsonSchema extends Schema ? Open : Schema extends JsonSchema ? FromSchema<Schema> : Open

type AnswerOf<Schema> = JsonSchema extends Schema
  ? unknown
  : Schema extends JsonSchema
    ? Unchanged<FromSchema<Schema>>
    : unknown

/** Nobody changes an answer, so that constants will do. */
type Unchanged<Value> = Value extends readonly (infer Item)[]
  ? readonly Unchanged<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: Unchanged<Value[Name]> }
    : Value

type TakesBody<Method> = Method extends 'GET' | 'DELETE' ? false : true
