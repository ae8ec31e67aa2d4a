import type { RuleName } from './access.ts'
import type { Answer } from './answer.ts'
import type { Condition } from './condition.ts'
import type { QuireError } from './errors.ts'
import type { JsonObject, JsonSchema } from './json.ts'
import type { Step } from './step.ts'
import type { StoredDocument } from './document-storage.ts'

export type { Caller } from './caller.ts'

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** The query parameters that an operation takes, by their names in the local API (docs/contract/querying.md#parameters). */
export type ParameterName = string

/** A query parameter: how it is written in a URL and described. The step that reads it decides what it means. */
export interface Parameter {
  readonly name: ParameterName
  /** Its names in a URL: `fallback-locale` and `fallbackLocale`. The first one is documented. */
  readonly spellings: readonly string[]
  readonly description: string
  /** How the value is written in a URL; the local API takes the value itself. `texts` can repeat, and makes a list. */
  readonly encoding: 'text' | 'texts' | 'integer' | 'boolean' | 'boolean or text' | 'json'
  /** Describes the decoded value. The engine refuses every other, whichever way the call came in. */
  readonly schema: JsonSchema
  /** Describes the value instead where the local API also takes other forms, such as a list for texts with commas between them. */
  readonly inProcess?: JsonSchema
  /** The engine refuses calls without it, of every operation that takes it. */
  readonly required?: true
}

/** The input of an operation, whichever way the call came in. */
export interface OperationInput {
  readonly id?: string | undefined
  /** The request's body: a document, or what the operation's schema describes. */
  readonly body?: JsonObject | undefined
  /** A body in parts, not read yet, for operations that take a file. */
  readonly parts?: IncomingParts | undefined
  /** By parameter name; decoded, but not interpreted yet. */
  readonly query: Readonly<Record<ParameterName, unknown>>
  /** Syntax error of the query. The call is refused with it, and with all other problems found. */
  readonly refusedQuery?: QuireError | undefined
  readonly ifMatch?: number | undefined
  /** The call came over the network: the remote limits apply to its response. */
  readonly isRemote?: true
  /** Leaves out the total of a list, for code that goes through all documents. */
  readonly withoutTotal?: true
  /** Path parameters beyond `id`. */
  readonly params: Readonly<Record<string, string>>
  /** The request headers that the operation asks for, by their names in lower case. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** A body that holds a file, as it comes: its parts can be read once, in the order in which they were sent. */
export interface IncomingParts {
  /** Prefix of the data's paths in issues: `data.` in a form, '' for local calls. */
  readonly dataPath: string
  /** Taken from the call's body, which `beforeOperation` has seen. */
  readonly isFromBody?: true
  /**
   * Reads to the end. `onFile` takes the file when its turn comes, and has read it when it resolves. Rejects if the parts are not what
   * the operation takes, and with whatever `onFile` rejects with; nothing more is read then.
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
  /** In bytes, as far as it is known beforehand. */
  readonly size?: number | undefined
  /** A stream that can be read only once. */
  readonly isStream?: boolean
}

export type BodySpec =
  | { readonly kind: 'none' }
  /**
   * A document of the entity; with `partial`, all fields are optional. The engine checks it against the fields. `relative`: it changes what
   * is stored, so that numbers and lists also take relative changes.
   */
  | { readonly kind: 'document'; readonly partial: boolean; readonly relative?: true; readonly optional?: boolean }
  /** Anything else, checked against the schema. With `optional`, no body means `{}`. */
  | {
      readonly kind: 'schema'
      readonly schema: JsonSchema
      /** The schema for API descriptions, if it uses keywords that many of their readers don't support. */
      readonly describedAs?: JsonSchema
      readonly optional?: boolean
      /** The body is a form, as other services send it, not JSON. */
      readonly form?: true
      /** Its members mean the same as the query parameters of a read: features extend both in the same way. */
      readonly asksLikeQuery?: true
    }
  /**
   * A `file` and, beside it, a document in `data`. With `orDocument`, both are optional, and the document alone may come as JSON. With
   * `schema`, `data` is no document, but what that describes: the operation checks it once it has read it.
   */
  | {
      readonly kind: 'multipart'
      readonly schema?: JsonSchema
      readonly partial: boolean
      readonly relative?: true
      readonly maxFileSize: number
      /** Types of files that are taken, such as `image/*`; null for all. */
      readonly mimeTypes: readonly string[] | null
      readonly orDocument?: true
      readonly optional?: never
    }

export type AnswerSpec =
  /**
   * `of` describes what the answer holds if that is no document of the entity, but a snapshot of one, for example. With `orMade`, the
   * document may also be a new one, and the status then is 201. An `unfinished` one may lack what is required, though none is stored without.
   */
  | {
      readonly kind: 'doc'
      readonly status: 200 | 201
      readonly of?: JsonSchema
      readonly orMade?: true
      readonly unfinished?: true
    }
  | { readonly kind: 'list'; readonly status: 200; readonly of?: JsonSchema }
  | { readonly kind: 'results'; readonly status: 200 }
  /** 202: what was asked for is put off, and the value says where to look. */
  | { readonly kind: 'value'; readonly status: 200 | 201 | 202; readonly schema: JsonSchema }
  | { readonly kind: 'stream'; readonly status: 200 }
  /** Events, as they happen; the schema is that of the data of each `event`. */
  | { readonly kind: 'events'; readonly status: 200; readonly event: string; readonly schema: JsonSchema }
  | { readonly kind: 'redirect'; readonly status: 302 | 303 }

/** Whether the body is, or brings along, a document of the entity. */
export function takesDocument({ body }: Pick<OperationDescription, 'body'>): boolean {
  return body.kind === 'document' || (body.kind === 'multipart' && body.schema === undefined)
}

/** How answers about capabilities name an operation. Several may share one name, as `create` and `createUser` do. */
export interface Capability {
  readonly name: string
  /** Creates a document, from data or as a copy. The rule's `Where` is then checked against the new document. */
  readonly makes?: 'document' | 'copy'
  /** Reads any copy that the caller can see; other operations read the one that a change would affect. */
  readonly copies?: 'any'
  /** Refuses anonymous callers, whatever the rule says: the result belongs to a user. */
  readonly onlyForUsers?: true
  /** What it has done later is an action by itself: a key needs one of these, too. */
  readonly putsOff?: readonly string[]
}

/**
 * - `any`: a session, an API key, or no credentials at all; the rule decides who may call.
 * - `none`: credentials are ignored, so that an invalid one doesn't block the sign-in.
 * - `preview`: a preview token, and nothing else (docs/contract/preview.md#tokens).
 * - `any or preview`: either of them.
 */
export type CredentialKind = 'any' | 'none' | 'preview' | 'any or preview'

/** Below `/api`, the place of what a plugin brings. */
export type PluginBase = `plugins/${string}`

/** The key of the plugin that an operation belongs to, if it does. */
export function pluginOf({ endpoint: { base } }: Pick<OperationDescription, 'endpoint'>): string | undefined {
  return base?.startsWith('plugins/') ? base.slice('plugins/'.length) : undefined
}

/** Whether an operation on a document looks at the copy that its caller reads. */
export function looksAtReadCopy({ rule, copy }: Pick<OperationDescription, 'rule' | 'copy'>): boolean {
  return copy === undefined ? rule === 'read' : copy === 'read'
}

/** Everything that the router, the OpenAPI document, the local API and the SDK need to know about an operation. */
export interface OperationDescription {
  /** `list`, `create`, `restoreDeleted`: unique within its entity. */
  readonly name: string
  readonly summary: string
  /** What callers should know; for the API description. */
  readonly description?: string
  /** What query parameters mean here, where that is not what they mean elsewhere. */
  readonly querySchemas?: Readonly<Record<ParameterName, Pick<Parameter, 'description' | 'schema' | 'required'>>>
  /** The schemas of what its path names, besides the id. */
  readonly pathSchemas?: Readonly<Record<string, JsonSchema>>
  /**
   * `path` is relative to the collection or global: '', '/{id}', '/{id}/publish'. `base` puts it somewhere else: below
   * `/api/auth/{slug}`, `/api/uploads/{slug}`, `/api/access/collections/{slug}`, `/api/preview/collections/{slug}` or `/api/transfers/collections/{slug}`. Operations of
   * the service that a plugin brings are below `/api/plugins/{key}`.
   */
  readonly endpoint: {
    readonly method: HttpMethod
    readonly path: string
    readonly base?: 'auth' | 'uploads' | 'access' | 'preview' | 'transfers' | PluginBase
  }
  /** The method of the local API and the SDK, and which parts of the input are its leading arguments. */
  readonly local: {
    readonly method: string
    readonly args: readonly ('id' | 'body' | `params.${string}`)[]
    /**
     * An operation of the service that concerns the whole application is a method of the API itself, not of `account`, and one that sees to
     * jobs is a method of `queue`. One for browsers and
     * other services alone is no method of anything.
     */
    readonly on?: 'application' | 'queue' | 'nothing'
  }
  readonly parameters: readonly ParameterName[]
  /** Ignores unknown query parameters: another system, such as a provider, builds the URL. */
  readonly ignoresOtherParameters?: true
  readonly body: BodySpec
  readonly ifMatch: boolean
  readonly answer: AnswerSpec
  /**
   * The rule that decides who may call it, and on which documents. Without one, everyone may call, or `run` decides.
   */
  readonly rule?: RuleName
  /**
   * Which copy of the document that it names its rule is asked about: the one that the caller reads, or the working copy, which changes
   * find. By default, the former for the rule `read`, and the latter for every other.
   */
  readonly copy?: 'read' | 'working'
  /** How answers about capabilities name it; without this, they leave it out. */
  readonly capability?: Capability
  /** Parameters that are always set: an operation on the trash implies `{ trash: true }`. */
  readonly implies?: Readonly<Record<ParameterName, unknown>>
  /**
   * It does nothing by itself that a rule would not be asked about, so keys with scopes may call it. Without a rule, and without this, they
   * may not.
   */
  readonly inEveryScope?: true
  /** Also allowed for users who must first set up a second factor. */
  readonly whileSettingUp?: true
  /** Which credentials it accepts; `any` by default. */
  readonly credentials?: CredentialKind
  /** Answers to anonymous calls may be cached for as long as the entity's `cache` says. */
  readonly cacheable?: true
  /** Validates stored content, and so may answer with issues although it takes no body. */
  readonly validates?: true
  /** What it goes on from may be gone: then it answers with 409, although it changes nothing. */
  readonly hasGaps?: true
  /** Also counts against the smaller rate limit (docs/contract/limits.md#rates). */
  readonly limitedAsAuth?: true
  /** Its body names something that may not be there. What a path names never needs saying. */
  readonly looksUpBody?: true
  /** Request headers that are part of the input, in lower case. */
  readonly headers?: readonly string[]
}

/** What the rule of an operation said before there was a transaction: to this revision of the document, or to every document. */
export interface Permission {
  readonly allowed: Condition
  readonly revision?: number
}

/** How an operation that writes a document is asked about before it runs. */
export interface Beforehand<Call> {
  /**
   * Throws if the caller may not write this, as far as that is known without a transaction. `isUnread`: the data is not
   * parsed yet.
   */
  ask(call: Call, data: JsonObject, isUnread: boolean): Promise<Permission>
  /** The document that it changes, as it is now; null for one that it makes. */
  look(call: Call, data: JsonObject, permission: Permission): Promise<StoredDocument | null>
}

/** An operation: its description, and the one function that runs it. `Call` is the engine's type. */
export interface Operation<Call> extends OperationDescription {
  run(call: Call): Promise<Answer>
  /**
   * It goes through the engine's steps itself, because they are interwoven with its own, and the engine only makes sure that its rule was
   * asked. For every other operation the engine asks the rule, the revision and the guards before `run`.
   */
  readonly asksItself?: true
  /** Reads what is its own in the query, and refuses what is wrong with it, so that all mistakes can be told at once. */
  checkQuery?(call: Call): Promise<void>
  /**
   * Checks the rule before there is anything to write, for requests that first receive a file, for example. Set by the
   * operation's kind.
   */
  readonly beforehand?: Beforehand<Call>
  /**
   * How features hear of what it did, where no event of a document tells of it (`OnAccess`): `auth.keyCreated`. Operations on records are told of by
   * their names unless they say more; null for one that tells by itself, or whose effects are worth no word, such as a preference.
   */
  readonly tells?: string | null
  /** Parts of `run`, by name, that features may replace or wrap. */
  readonly steps?: Readonly<Record<string, Step<Call>>>
}
