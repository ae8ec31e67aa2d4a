import type { Actor, Context, RuleName } from './access.ts'
import type { Client, CookieChange, Credential } from './auth.ts'
import type { QuireError } from './errors.ts'
import type { JsonObject, JsonSchema } from './json.ts'
import type { Step } from './step.ts'

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** Who calls, and in which surroundings. The same for HTTP, the local API and hooks. */
export interface Caller {
  readonly actor: Actor | null
  /** The explicit way past the access rules (`asSystem()`, migrations, scheduled work). */
  readonly system: boolean
  readonly context: Context
  /** How the actor was recognised; absent in process. */
  readonly credential?: Credential | undefined
  readonly client?: Client | undefined
}

/** The query parameters that an operation takes, by their names in the local API (contract 5). */
export type ParameterName = string

/** A query parameter: how it is written in a URL and described. What it means is decided by the step that reads it. */
export interface Parameter {
  readonly name: ParameterName
  /** Its names in a URL: `fallback-locale` and `fallbackLocale`. The first one is the documented one. */
  readonly spellings: readonly string[]
  readonly description: string
  /** How the value is written in a URL; the local API takes it as it is. `texts` may be repeated and comes as a list. */
  readonly encoding: 'text' | 'texts' | 'integer' | 'boolean' | 'json'
  /** Of the value. */
  readonly schema: JsonSchema
}

/** What an operation is called with, whichever way it came in. */
export interface OperationInput {
  readonly id?: string | undefined
  /** The request's body: a document, or what the operation's schema says. */
  readonly body?: JsonObject | undefined
  /** By parameter name, decoded, not yet interpreted. */
  readonly query: Readonly<Record<ParameterName, unknown>>
  readonly ifMatch?: number | undefined
  /** Path parameters beyond `id`. */
  readonly params: Readonly<Record<string, string>>
  /** The request headers that the operation asks for, by their names in lower case. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** A document ready to go out. `text` is its JSON; a read that changes nothing never parses what storage gave. */
export interface PresentedDocument {
  readonly id: string
  readonly revision: number
  readonly text: string
  readonly value: JsonObject
  /** Whether the revision alone decides the text. Not so where it was asked for in part, or rests on other documents, rules or hooks. */
  readonly isPlain: boolean
}

export interface Pagination {
  readonly page: number
  readonly limit: number
  readonly totalDocs: number
  readonly totalPages: number
  readonly hasNextPage: boolean
  readonly hasPrevPage: boolean
  readonly nextPage: number | null
  readonly prevPage: number | null
}

export type Answer =
  | { readonly kind: 'doc'; readonly doc: PresentedDocument }
  | { readonly kind: 'list'; readonly docs: readonly PresentedDocument[]; readonly pagination: Pagination }
  | { readonly kind: 'value'; readonly value: JsonObject; readonly cookie?: CookieChange }
  | { readonly kind: 'results'; readonly results: readonly BulkResult[] }

/** What became of one document of a bulk call. */
export type BulkResult =
  | { readonly id: string; readonly ok: true; readonly doc?: PresentedDocument }
  | { readonly id: string; readonly ok: false; readonly error: QuireError }

export type BodySpec =
  | { readonly kind: 'none' }
  /** A document of the entity; with `partial`, all fields are optional. Checked by the engine against the fields. */
  | { readonly kind: 'document'; readonly partial: boolean; readonly optional?: boolean }
  /** Anything else, checked against the schema. `optional`: no body is the same as `{}`. */
  | {
      readonly kind: 'schema'
      readonly schema: JsonSchema
      readonly optional?: boolean
      /** Its members mean what the query parameters of a read mean: what features add to those, they add here. */
      readonly asksLikeQuery?: true
    }

export type AnswerSpec =
  | { readonly kind: 'doc'; readonly status: 200 | 201 }
  | { readonly kind: 'list'; readonly status: 200 }
  | { readonly kind: 'results'; readonly status: 200 }
  | { readonly kind: 'value'; readonly status: 200 | 201; readonly schema: JsonSchema }

/** Capabilities are told by name; several operations may go by one, such as `create` and `createUser`. */
export interface Capability {
  readonly name: string
  /** It makes a document, of the data alone or of a copy, so that the rule's `Where` is held against what would be made. */
  readonly makes?: 'document' | 'copy'
}

/**
 * - `any`: sessions and API keys, or none at all; the rule decides who may call.
 * - `none`: credentials are not looked at, so that a bad one keeps nobody from signing in.
 * - `preview`: a preview token, and nothing else (http-api.md, Authentication).
 */
export type CredentialKind = 'any' | 'none' | 'preview'

/** What describes an operation to the router, the OpenAPI description, the local API and the SDK. */
export interface OperationDescription {
  /** `list`, `create`, `restoreDeleted`: unique within its entity. */
  readonly name: string
  readonly summary: string
  /**
   * `path` is relative to the collection or global: '' , '/{id}', '/{id}/publish'. `base` names another place where it hangs:
   * `/api/auth/{slug}`, `/api/access/collections/{slug}`.
   */
  readonly endpoint: { readonly method: HttpMethod; readonly path: string; readonly base?: 'auth' | 'access' }
  /** The method of the local API and the SDK, and which parts of the input are its leading arguments. */
  readonly local: { readonly method: string; readonly args: readonly ('id' | 'body' | `params.${string}`)[] }
  readonly parameters: readonly ParameterName[]
  readonly body: BodySpec
  readonly ifMatch: boolean
  readonly answer: AnswerSpec
  /** The rule that says who may use it, and on which documents. None: anybody may, or `run` decides by itself. */
  readonly rule?: RuleName
  /** How an answer about capabilities speaks of it; without one, it does not. */
  readonly capability?: Capability
  /** What it asks for without being told: an operation on the trash implies `{ trash: true }`. */
  readonly implies?: Readonly<Record<ParameterName, unknown>>
  /** Which credentials it takes; `any` unless it says otherwise. */
  readonly credentials?: CredentialKind
  /** An answer to nobody in particular may be kept for as long as the entity's `cache` says. */
  readonly cacheable?: true
  /** Counts against the smaller rate limit too (contract 9). */
  readonly limitedAsAuth?: true
  /** Request headers that are part of the input, in lower case. */
  readonly headers?: readonly string[]
}

/** An operation: its description and the one function that runs it. `Call` is the engine's. */
export interface Operation<Call> extends OperationDescription {
  run(call: Call): Promise<Answer>
  /** Parts of `run` that features may do in their own way, by name. */
  readonly steps?: Readonly<Record<string, Step<Call>>>
}
