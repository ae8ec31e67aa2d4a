import type { Pagination } from '../../contracts/answer.ts'
import type { ErrorCode, Issue } from '../../contracts/errors.ts'
import type { WorkStatus } from '../../contracts/job.ts'
import type { JsonSchema, JsonValue } from '../../contracts/json.ts'
import type { OperationDescription } from '../../contracts/operation.ts'
import type { FromSchema, Unchanged } from './json-schema.ts'

/** Members that the kind of an operation supplies. */
type KnownToItsKind = 'parameters' | 'ifMatch' | 'body' | 'answer'

/**
 * Descriptions of operations by method name, as plain data: the engine makes operations of them, and the compiler the
 * methods of the local API and of clients. The file imports nothing of the engine, since the types of clients depend on
 * it.
 */
export type DescribedOperations = {
  readonly [method: string]: Omit<OperationDescription, KnownToItsKind> &
    Partial<Pick<OperationDescription, KnownToItsKind>> & {
      /** For operations that list records: the schema of a record. */
      readonly of?: JsonSchema
    }
}

/**
 * The methods of described operations, for calls with these options. Arguments: the path parameters, the body, then the
 * options. `Values` maps schemas that depend on the application, such as a user or a query, to their types.
 */
export type OperationMethods<Operations, Options, Values = object> = {
  readonly [Method in keyof Operations]: (
    ...args: [...LeadingArguments<Operations[Method], Values>, options?: OptionsOf<Operations[Method]> & Options]
  ) => Promise<AnswerOf<Operations[Method], Values>>
}

export type GlobalOperationMethods<Operations, Options, Values = object> = {
  readonly [Method in keyof Operations]: (
    ...args: [...LeadingArguments<Operations[Method], Values, 'id'>, options?: OptionsOf<Operations[Method]> & Options]
  ) => Promise<AnswerOf<Operations[Method], Values>>
}

export type AnswerOf<Operation, Values = object> = Operation extends
  | { readonly of: infer Schema }
  | { readonly answer: { readonly kind: 'list'; readonly of: infer Schema } }
  ? { docs: Answered<Schema, Values>[]; pagination: Pagination }
  : Operation extends { readonly answer: { readonly of: infer Schema } | { readonly schema: infer Schema } }
    ? Answered<Schema, Values>
    : never

export type BodyOf<Operation, Values = object> = Operation extends {
  readonly body: { readonly schema: infer Schema }
}
  ? Requested<Schema, Values>
  : never

export type CheckedBody<Operation> = Operation extends { readonly body: { readonly schema: infer Schema } }
  ? FromSchema<Schema, InAnswers>
  : never

interface InAnswers {
  readonly issue: Issue
  readonly errorCode: ErrorCode
  readonly pagination: Pagination
  /** Untyped parts of a schema are still JSON. */
  readonly anything: JsonValue
}

interface InRequests {
  readonly moment: string | Date
}

export type Answered<Schema, Values = object> = FromSchema<Schema, Values & InAnswers>

export type Requested<Schema, Values = object> = Unchanged<FromSchema<Schema, Values & InRequests>>

type LeadingArguments<Operation, Values, Left = never> = Operation extends {
  readonly local: { readonly args: infer Args }
}
  ? ArgumentsFor<Args, Operation, Values, Left>
  : []

type ArgumentsFor<Args, Operation, Values, Left> = Args extends readonly [infer First, ...infer Rest]
  ? [...ArgumentFor<First, Operation, Values, Left>, ...ArgumentsFor<Rest, Operation, Values, Left>]
  : []

type ArgumentFor<Name, Operation, Values, Left> = Name extends Left
  ? []
  : Name extends 'body'
    ? Operation extends { readonly body: { readonly optional: true } }
      ? [request?: BodyOf<Operation, Values>]
      : [request: BodyOf<Operation, Values>]
    : Name extends `params.${infer Named}`
      ? [name: PathValue<Operation, Named>]
      : [id: string]

type PathValue<Operation, Name extends string> = Operation extends {
  readonly pathSchemas: { readonly [One in Name]: infer Schema }
}
  ? FromSchema<Schema>
  : string

type OptionsOf<Operation> = (Operation extends { readonly parameters: readonly (infer Name)[] }
  ? Pick<ParameterOptions, Extract<Name, keyof ParameterOptions>>
  : Operation extends { readonly of: unknown }
    ? PageOptions
    : unknown) &
  (Operation extends { readonly ifMatch: true } ? ChangeOptions : unknown)

export interface PageOptions {
  readonly page?: number
  readonly limit?: number
}

interface ParameterOptions extends PageOptions {
  /** The earliest time, inclusive. */
  readonly from?: string
  /** The latest time, exclusive. */
  readonly until?: string
  /** With `true`, only comments of resolved threads; with `false`, only of open ones. */
  readonly resolved?: boolean
  /** A part of the name, or of the address. */
  readonly named?: string
  readonly job?: string
  readonly status?: WorkStatus
}

export interface ChangeOptions {
  /** The revision that the change is based on; an outdated one is `revision_conflict`. */
  readonly ifMatch?: number
}
