import type { Pagination } from '../../contracts/answer.ts'
import type { ErrorCode, Issue } from '../../contracts/errors.ts'
import type { WorkStatus } from '../../contracts/job.ts'
import type { JsonSchema, JsonValue } from '../../contracts/json.ts'
import type { OperationDescription } from '../../contracts/operation.ts'
import type { FromSchema } from './json-schema.ts'

/** What the kind of an operation knows already, it need not say itself. */
type KnownToItsKind = 'parameters' | 'ifMatch' | 'body' | 'answer'

/**
 * What operations say of themselves, by the names of their methods, as plain data: the engine makes operations of it, and the compiler the
 * methods of the local API and of clients. It stands in a file that imports nothing of the engine, since the types of clients name it.
 */
export type DescribedOperations = {
  readonly [method: string]: Omit<OperationDescription, KnownToItsKind> &
    Partial<Pick<OperationDescription, KnownToItsKind>> & {
      /** Of an operation that lists records: what each of them is. */
      readonly of?: JsonSchema
    }
}

/**
 * Methods as operations describe them, for calls that also take these options: what stands in the path, then the body, then the options.
 * `Values` are what their schemas can only mark, because it depends on the application: a user, a query.
 */
export type OperationMethods<Operations, Options, Values = object> = {
  readonly [Method in keyof Operations]: (
    ...args: [...LeadingArguments<Operations[Method], Values>, options?: OptionsOf<Operations[Method]> & Options]
  ) => Promise<AnswerOf<Operations[Method], Values>>
}

/** The same of a global, which no id names. */
export type GlobalOperationMethods<Operations, Options, Values = object> = {
  readonly [Method in keyof Operations]: (
    ...args: [...LeadingArguments<Operations[Method], Values, 'id'>, options?: OptionsOf<Operations[Method]> & Options]
  ) => Promise<AnswerOf<Operations[Method], Values>>
}

/** What an operation answers with. */
export type AnswerOf<Operation, Values = object> = Operation extends
  | { readonly of: infer Schema }
  | { readonly answer: { readonly kind: 'list'; readonly of: infer Schema } }
  ? { docs: Answered<Schema, Values>[]; pagination: Pagination }
  : Operation extends { readonly answer: { readonly of: infer Schema } | { readonly schema: infer Schema } }
    ? Answered<Schema, Values>
    : never

/** The body that an operation takes. */
export type BodyOf<Operation, Values = object> = Operation extends {
  readonly body: { readonly schema: infer Schema }
}
  ? Requested<Schema, Values>
  : never

/** The body when it has passed its schema. */
export type CheckedBody<Operation> = Operation extends { readonly body: { readonly schema: infer Schema } }
  ? FromSchema<Schema, InAnswers>
  : never

interface InAnswers {
  readonly issue: Issue
  readonly errorCode: ErrorCode
  readonly pagination: Pagination
  /** What a schema leaves open is JSON all the same. */
  readonly anything: JsonValue
}

interface InRequests {
  readonly moment: string | Date
}

/** What answers hold that this schema describes. */
export type Answered<Schema, Values = object> = FromSchema<Schema, Values & InAnswers>

/** The same of requests. */
export type Requested<Schema, Values = object> = Unchanged<FromSchema<Schema, Values & InRequests>>

/** Requests are only read. */
type Unchanged<Value> = Value extends Date
  ? Value
  : Value extends readonly (infer One)[]
    ? readonly Unchanged<One>[]
    : Value extends object
      ? { readonly [Name in keyof Value]: Unchanged<Value[Name]> }
      : Value

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

/** Which part of a list is wanted. */
export interface PageOptions {
  readonly page?: number
  readonly limit?: number
}

/** What query parameters take. */
interface ParameterOptions extends PageOptions {
  /** From this moment on. */
  readonly from?: string
  /** Before this moment. */
  readonly until?: string
  /** With `true`, only comments of threads that are resolved; with `false`, only of those that are open. */
  readonly resolved?: boolean
  /** A part of the name, or of the address. */
  readonly named?: string
  /** Only jobs of this name. */
  readonly job?: string
  /** Only jobs with this status. */
  readonly status?: WorkStatus
}

export interface ChangeOptions {
  /** The revision that the change is based on; an outdated one is `revision_conflict`. */
  readonly ifMatch?: number
}
