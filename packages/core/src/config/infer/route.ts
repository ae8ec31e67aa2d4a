import type { JsonSchema } from '../../contracts/json.ts'
import type { RouteMethod, RouteResponse } from '../../contracts/route.ts'
import type { FromSchema, Unchanged } from './json-schema.ts'

export interface RouteShape {
  readonly method: RouteMethod
  readonly path: string
  readonly input: JsonSchema | undefined
  readonly output: JsonSchema | undefined
  readonly as: 'json' | 'bytes'
}

export interface InputOf<Shape extends RouteShape> {
  /** The path parameters: `/hello/:name`. */
  readonly params: ParamsOf<Shape['path']>
  /** A repeated parameter is a list. With `input` on a GET or DELETE, the values of the schema. */
  readonly query: TakesBody<Shape['method']> extends true
    ? OpenQuery
    : undefined extends Shape['input']
      ? OpenQuery
      : ValueOfSchema<Shape['input']>
  /** The parsed JSON object, or a buffer with `body: { as: 'bytes' }`. */
  readonly body: TakesBody<Shape['method']> extends true
    ? Shape['as'] extends 'bytes'
      ? Buffer
      : ValueOfSchema<Shape['input']>
    : undefined
  /** For a status other than 200, for headers, and for bodies that are not JSON: text, bytes or a stream. */
  readonly respond: <const Status extends number>(
    status: Status,
    body?: `${Status}` extends `2${string}` ? AnswerOf<Shape['output']> : unknown,
    headers?: Readonly<Record<string, string>>,
  ) => RouteResponse
}

/** The return type of a handler. With `output`, a value of the schema, or the result of `respond`. */
export type ResultOf<Shape extends RouteShape> =
  unknown extends AnswerOf<Shape['output']>
    ? unknown
    : AnswerOf<Shape['output']> | RouteResponse | Promise<AnswerOf<Shape['output']> | RouteResponse>

// oxlint-disable-next-line typescript/no-explicit-any -- without a schema, only the application knows what its callers send
type AnyValue = any

type OpenQuery = Readonly<Record<string, AnyValue>>

/** A schema that the compiler doesn't know leaves values untyped. */
type ValueOfSchema<Schema> = JsonSchema extends Schema
  ? AnyValue
  : Schema extends JsonSchema
    ? FromSchema<Schema>
    : AnyValue

type AnswerOf<Schema> = JsonSchema extends Schema
  ? unknown
  : Schema extends JsonSchema
    ? Unchanged<FromSchema<Schema>>
    : unknown

type TakesBody<Method> = Method extends 'GET' | 'DELETE' ? false : true

/** The parameters of a path: `/hello/:name` has one. */
export type ParamsOf<Path extends string> = string extends Path
  ? Readonly<Record<string, string>>
  : { readonly [Name in NameIn<Path>]: string }

type NameIn<Path extends string> = Path extends `${infer Segment}/${infer Rest}`
  ? NameIn<Segment> | NameIn<Rest>
  : Path extends `:${infer Name}`
    ? Name
    : never
