import type { RuleName } from './access.ts'
import type { Answer } from './answer.ts'
import type { Condition } from './condition.ts'
import type { QuireError } from './errors.ts'
import type { JsonObject, JsonSchema } from './json.ts'
import type { Step } from './document-changes.ts'
import type { StoredDocument } from './document-storage.ts'

export type { Caller } from './caller.ts'

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** Query parameters of operations, by their names in the local API (docs/contract/querying.md#parameters). */
export type ParameterName = string

/** A query parameter: its spelling in URLs and its description. The step that reads it interprets it. */
export interface Parameter {
  readonly name: ParameterName
  /** Its names in URLs: `fallback-locale` and `fallbackLocale`. The first is documented. */
  readonly spellings: readonly string[]
  readonly description: string
  readonly encoding: 'text' | 'texts' | 'integer' | 'boolean' | 'boolean or text' | 'json'
  /** Schema of the decoded value, enforced for all kinds of calls. */
  readonly schema: JsonSchema
  /** Schema for the local API, if it accepts other forms, such as a list instead of comma-separated texts. */
  readonly inProcess?: JsonSchema
  /** Calls without it are refused. */
  readonly required?: true
  /**
   * With the same value, the same caller gets the same answer until a document changes. Set it only if that is so: an
   * answer to a call with any other parameter is never cached, neither here nor by a CDN.
   */
  readonly cacheable?: true
}

export interface OperationInput {
  readonly id?: string | undefined
  /** The request body: a document, or as described by the operation's schema. */
  readonly body?: JsonObject | undefined
  /** An unread body in parts, for operations that accept a file. */
  readonly parts?: IncomingParts | undefined
  /** By parameter name; decoded, but not interpreted yet. */
  readonly query: Readonly<Record<ParameterName, unknown>>
  /** Syntax error of the query. The call is refused with it, and with all other problems found. */
  readonly refusedQuery?: QuireError | undefined
  readonly ifMatch?: number | undefined
  /** The call came over HTTP: the remote limits apply to its response. */
  readonly isRemote?: true
  /** Skips the total of a list, for code that iterates over all documents. */
  readonly withoutTotal?: true
  /** Path parameters beyond `id`. */
  readonly params: Readonly<Record<string, string>>
  /** The headers that the operation needs, by name in lower case. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** A body with a file: its parts can be read once, in the order sent. */
export interface IncomingParts {
  /** Prefix of the data's paths in issues: `data.` in a form, '' for local calls. */
  readonly dataPath: string
  /** Part of a body that `beforeOperation` hooks have seen. */
  readonly isFromBody?: true
  /**
   * Reads all parts. `onFile` reads the file and resolves. Rejects for unexpected parts, or with the error of `onFile`;
   * then reading stops.
   */
  read<Taken>(onFile: (file: IncomingFile) => Promise<Taken>): Promise<ReceivedParts<Taken>>
}

export interface ReceivedParts<Taken> {
  readonly data: JsonObject
  readonly file: Taken | null
}

export interface IncomingFile {
  /** The sender's file name. */
  readonly filename: string
  readonly content: AsyncIterable<Uint8Array>
  /** Size in bytes, if known in advance. */
  readonly size?: number | undefined
  /** A stream that can be read only once. */
  readonly isStream?: boolean
}

export type BodySpec =
  | { readonly kind: 'none' }
  /**
   * A document of the entity; with `partial`, all fields are optional. The engine validates it. `relative`: changes
   * stored content, so numbers and lists accept relative changes.
   */
  | { readonly kind: 'document'; readonly partial: boolean; readonly relative?: true; readonly optional?: boolean }
  /** Any other value, validated by the schema. With `optional`, a missing body means `{}`. */
  | {
      readonly kind: 'schema'
      readonly schema: JsonSchema
      /** Schema for API descriptions, if the actual one uses rarely supported keywords. */
      readonly describedAs?: JsonSchema
      readonly optional?: boolean
      /** The body is form-encoded, as other services send it. */
      readonly form?: true
      /** Its members have the meaning of a read's query parameters: features extend both. */
      readonly asksLikeQuery?: true
    }
  /**
   * A `file` and a document in `data`. With `orDocument`, both are optional, and the document may come as JSON. With
   * `schema`, `data` is validated by the operation instead.
   */
  | {
      readonly kind: 'multipart'
      readonly schema?: JsonSchema
      readonly partial: boolean
      readonly relative?: true
      readonly maxFileSize: number
      /** Accepted types, such as `image/*`; null for all. */
      readonly mimeTypes: readonly string[] | null
      readonly orDocument?: true
      readonly optional?: never
    }

export type AnswerSpec =
  /**
   * `of` describes a document in the response that is not of the entity, such as a snapshot. With `orCreated`, the status
   * may be 201. An `unfinished` document may lack required values.
   */
  | {
      readonly kind: 'doc'
      readonly status: 200 | 201
      readonly of?: JsonSchema
      readonly orCreated?: true
      readonly unfinished?: true
    }
  | { readonly kind: 'list'; readonly status: 200; readonly of?: JsonSchema }
  | { readonly kind: 'results'; readonly status: 200 }
  /** 202: the work is queued, and the value says where to look. */
  | { readonly kind: 'value'; readonly status: 200 | 201 | 202; readonly schema: JsonSchema }
  | { readonly kind: 'stream'; readonly status: 200 }
  /** A stream of events; the schema describes the data of each `event`. */
  | { readonly kind: 'events'; readonly status: 200; readonly event: string; readonly schema: JsonSchema }
  | { readonly kind: 'redirect'; readonly status: 302 | 303 }

export function takesDocument({ body }: Partial<Pick<OperationDescription, 'body'>>): boolean {
  return body?.kind === 'document' || (body?.kind === 'multipart' && body.schema === undefined)
}

/** Name of an operation in capabilities. Several may share one, such as `create` and `createUser`. */
export interface Capability {
  readonly name: string
  /** Creates a document, from data or as a copy. The rule's `Where` is then checked against the new document. */
  readonly makes?: 'document' | 'copy'
  /** Reads any copy that the caller can see; other operations read the one that a change would affect. */
  readonly copies?: 'any'
  /** Refuses anonymous callers, whatever the rule says: the result belongs to a user. */
  readonly onlyForUsers?: true
  /** Actions that the operation performs later: a key needs one of them, too. */
  readonly putsOff?: readonly string[]
}

/**
 * - `any`: a session, an API key, or no credentials at all; the rule decides who may call.
 * - `none`: credentials are ignored, so that an invalid one doesn't block the sign-in.
 * - `preview`: a preview token, and nothing else (docs/contract/preview.md#tokens).
 * - `any or preview`: either of them.
 */
export type CredentialKind = 'any' | 'none' | 'preview' | 'any or preview'

/** Path below `/api` of a plugin's operations. */
export type PluginBase = `plugins/${string}`

export function pluginOf({ endpoint: { base } }: Pick<OperationDescription, 'endpoint'>): string | undefined {
  return base?.startsWith('plugins/') ? base.slice('plugins/'.length) : undefined
}

/** Whether an operation on a document uses the copy that its caller reads. */
export function looksAtReadCopy({ rule, copy }: Pick<OperationDescription, 'rule' | 'copy'>): boolean {
  return copy === undefined ? rule === 'read' : copy === 'read'
}

export interface OperationDescription {
  /** `list`, `create`, `restoreDeleted`: unique within its entity. */
  readonly name: string
  readonly summary: string
  readonly description?: string
  readonly querySchemas?: Readonly<Record<ParameterName, Pick<Parameter, 'description' | 'schema' | 'required'>>>
  /** Schemas of path parameters besides the id. */
  readonly pathSchemas?: Readonly<Record<string, JsonSchema>>
  /**
   * `path` is relative to the collection or global: '', '/{id}', '/{id}/publish'. `base` moves it below
   * `/api/auth/{slug}`, `/api/uploads/{slug}`, `/api/access/collections/{slug}`, `/api/preview/collections/{slug}` or
   * `/api/transfers/collections/{slug}`. A plugin's service operations are below `/api/plugins/{key}`.
   */
  readonly endpoint: {
    readonly method: HttpMethod
    readonly path: string
    readonly base?: 'auth' | 'uploads' | 'access' | 'preview' | 'transfers' | PluginBase
  }
  /** The method in the local API and the SDK, and its leading arguments. */
  readonly local: {
    readonly method: string
    readonly args: readonly ('id' | 'body' | `params.${string}`)[]
    /**
     * Operations of the service: methods of the API itself, of `queue`, or by default of `account`. `nothing`: for
     * browsers and other services only.
     */
    readonly on?: 'application' | 'queue' | 'nothing'
  }
  readonly parameters: readonly ParameterName[]
  /** Ignores unknown query parameters: another system, such as a provider, builds the URL. */
  readonly ignoresOtherParameters?: true
  readonly body: BodySpec
  readonly ifMatch: boolean
  readonly answer: AnswerSpec
  /** The access rule. Without one, every caller may call it, or `run` decides. */
  readonly rule?: RuleName
  /**
   * The copy that its rule is asked about: the one that the caller reads, or the working copy. By default `read` for
   * the rule `read`, otherwise `working`.
   */
  readonly copy?: 'read' | 'working'
  /** Its name in capabilities; without one, it is left out. */
  readonly capability?: Capability
  /** Parameters that are always set: an operation on the trash implies `{ trash: true }`. */
  readonly implies?: Readonly<Record<ParameterName, unknown>>
  /** Open to keys with scopes although it has no rule: its effects are covered by the rules of other operations. */
  readonly inEveryScope?: true
  /** Also allowed for callers who are held back. */
  readonly whileHeldBack?: true
  /** Also changes documents that refer to its own, as joins do. */
  readonly changesReferrers?: true
  /** Accepted credentials; `any` by default. */
  readonly credentials?: CredentialKind
  /** Responses to anonymous calls may be cached, by the entity's `cache`, if all parameters of the call are cacheable. */
  readonly cacheable?: true
  /** Validates stored content, so it may return issues without a body. */
  readonly validates?: true
  /** Its starting point may no longer exist: 409, although it changes nothing. */
  readonly hasGaps?: true
  /** Also counts against the smaller rate limit (docs/contract/limits.md#rates). */
  readonly limitedAsAuth?: true
  /** Its body may name something that doesn't exist (404). */
  readonly looksUpBody?: true
  /** Request headers that are part of the input, in lower case. */
  readonly headers?: readonly string[]
}

/** The rule's permission before the transaction: for this revision, or for every document. */
export interface Permission {
  readonly allowed: Condition
  readonly revision?: number
}

/** Checks of a write before it runs. */
export interface EarlyCheck<Call> {
  /**
   * Throws if the caller may not write, as far as known without a transaction. `isUnread`: the data is not parsed yet.
   */
  ask(call: Call, data: JsonObject, isUnread: boolean): Promise<Permission>
  /** The current document that it changes; null for a new one. */
  look(call: Call, data: JsonObject, permission: Permission): Promise<StoredDocument | null>
}

/** An operation: its description, and the one function that runs it. `Call` is the engine's type. */
export interface Operation<Call> extends OperationDescription {
  run(call: Call): Promise<Answer>
  /**
   * Switches off the engine's check of rule, `If-Match` and guards before `run`: the operation performs these steps
   * itself, interleaved with its own, and the engine only verifies that it asked its rule. Set by every kind (`ofKind`).
   */
  readonly checksAccess?: true
  /** Parses its own query parameters and throws their issues, so that all are reported at once. */
  checkQuery?(call: Call): Promise<void>
  /** Checks the rule before the data is complete, such as before a file is received. Set by the operation's kind. */
  readonly earlyCheck?: EarlyCheck<Call>
  /**
   * Action name reported to `OnAccess` if there is no document event: `auth.keyCreated`. Operations on records report
   * their own name by default; null reports nothing.
   */
  readonly accessAction?: string | null
  /** Named parts of `run` that features may replace or wrap. */
  readonly steps?: Readonly<Record<string, Step<Call>>>
}
