import type { Copies } from './copies.ts'
import type { CredentialScheme } from './credential-scheme.ts'
import type { Actor, Rule, RuleName } from './access.ts'
import type { OnAccess } from './access-event.ts'
import type { AuthOptions } from './auth.ts'
import type {
  Guard,
  KeptContents,
  OnChange,
  OnEvent,
  OnRemove,
  OnStore,
  ReadableContents,
  Rewrite,
  Stamp,
} from './document-changes.ts'
import type { SearchedWords } from './condition.ts'
import type { FieldNode } from './field.ts'
import type { Findings } from './finding.ts'
import type { ComparedAs, Operator } from './operators.ts'
import type { Hook, HookName } from './hooks.ts'
import type { Job } from './job.ts'
import type { NamedJob, OwnJob } from './named-job.ts'
import type { JsonSchema } from './json.ts'
import type { LocalMethod } from './local-method.ts'
import type { KeyNow } from './key-scopes.ts'
import type { Localization } from './localization.ts'
import type { LocalizedText } from './localized-text.ts'
import type { Operation, Parameter } from './operation.ts'
import type { RecordTable } from './records.ts'
import type { Route } from './route.ts'
import type { Scope } from './source.ts'
import type { DocumentTable } from './storage-schema.ts'

/**
 * The resolved, immutable description of the application, computed once at start (docs/contract/README.md#words). The router, the OpenAPI
 * description, the database schema, `GET /api/schema`, the local API and the SDK are pure functions of it.
 */
export interface Manifest<Call = never> {
  readonly collections: Readonly<Record<string, Entity<Call>>>
  readonly globals: Readonly<Record<string, Entity<Call>>>
  /** What belongs to neither a collection nor a global: the actor's own sessions, keys and preferences. */
  readonly service: Entity<Call>
  readonly localization: Localization | null
  readonly parameters: Readonly<Record<string, Parameter>>
  readonly records: readonly RecordTable[]
  /** The kinds of credentials that features bring. */
  readonly credentials: readonly CredentialScheme<Call>[]
  /** Limits for HTTP and for the local API. */
  readonly population: { readonly remote: PopulationLimits; readonly inProcess: PopulationLimits }
  /** How many documents a bulk call changes at most that a query finds. */
  readonly bulk: { readonly documents: number }
  /** The collection whose users may do everything that has no rule, and who sign in to the admin app. */
  readonly admins: string | null
  /** Path of the admin app; null if it is not served. */
  readonly adminPath: string | null
  /** What the application and its plugins serve besides. */
  readonly routes: readonly Route[]
  /** Named jobs, by name. */
  readonly jobs: Readonly<Record<string, NamedJob<Call>>>
  readonly queue: QueueSettings
}

/** Who may see and manage jobs, and what is kept of them. */
export interface QueueSettings {
  /** Null for users of the admin auth collection. */
  readonly read: Rule | null
  readonly manage: Rule | null
  /** In milliseconds. */
  readonly keepFor: number
  readonly keepAtMost: number
  readonly waiting: number
}

/** How much one answer may hold of documents in the place of ids. */
export interface PopulationLimits {
  readonly documents: number
  /** Total length of their JSON, counted at every place in the response. */
  readonly bytes: number
}

/** Cache lifetime of anonymous responses, in seconds. */
export interface CacheLife {
  readonly maxAge: number
  /** For shared caches, if different. */
  readonly shared: number | null
  readonly staleWhileRevalidate: number | null
  /** Answers may be kept although the application has its own way to tell who asks. */
  readonly anonymousOnly: boolean
}

/**
 * A resolved collection or global, or the `service`, the one entity without documents. A global is an entity with one
 * document, whose id is the global's slug.
 */
export interface Entity<Call = never> {
  readonly kind: EntityKind
  readonly slug: string
  readonly label: LocalizedText
  readonly description: LocalizedText | null
  /** How the admin app presents it: for the public manifest alone. */
  readonly presentation: object | null
  /** Names of the query parameters that features add. */
  readonly addedParameters: readonly string[]
  readonly fields: readonly FieldNode[]
  /** `id`, `revision`, timestamps, and what features add, in the order in which they appear in answers. */
  readonly systemFields: readonly SystemField[]
  readonly rules: Readonly<Record<RuleName, Rule>>
  readonly hooks: Readonly<Record<HookName, readonly Hook[]>>
  /** By name. A disabled feature has no operation here, and so no route. */
  readonly operations: Readonly<Record<string, Operation<Call>>>
  /** The actions of the bulk route, and the operation that each of them runs for every document. */
  readonly bulk: Readonly<Record<string, BulkAction>>
  readonly scopes: readonly Scope<Call>[]
  /** Asked before every change of an existing document. */
  readonly guards: readonly Guard<Call>[]
  /** The table for writes, and for reads unless a scope names another. */
  readonly table: DocumentTable
  /** Tables of copies, with the same columns and indexes: what is unique is unique in all of them. */
  readonly tables: readonly DocumentTable[]
  readonly jobs: readonly Job<Call>[]
  /** Jobs that people see by their names, which its features bring. */
  readonly namedJobs: readonly OwnJob<Call>[]
  /** Called once at start where metrics are wanted. */
  readonly measures: readonly ((call: Call) => void)[]
  /** Methods of the local API that are no operations; a group's member is `group.member`. Only the service has some. */
  readonly methods: Readonly<Record<string, LocalMethod<Call>>>
  /** Whether any field is localized. */
  readonly localized: boolean
  /** Null for collections without users. */
  readonly auth: AuthOptions | null
  /** Loads the current actor of a document of this collection; null if its documents cannot act. */
  readonly actorNow: ((call: Call, id: string) => Promise<Actor | null>) | null
  /** What has become of an API key of such a document's; null where there are none. */
  readonly keyNow: ((call: Call, id: string, key: string) => Promise<KeyNow | null>) | null
  /** The order of a list that asks for none, as `sort` has it; null for newest first. */
  readonly defaultSort: string | readonly string[] | null
  /** Default ranking of a list without `sort`; null without search. */
  readonly rank: ((call: Call) => SearchedWords | null) | null
  /** Cache lifetime of anonymous reads; null if not cacheable (docs/contract/requests.md#caches). */
  readonly cache: CacheLife | null
  readonly rights: readonly RightOfItsOwn[]
  /** Null where there is one copy of each document. */
  readonly copies: Copies<Call> | null
  readonly rewrite: Rewrite<Call> | null
  /** Run in the transaction that changes a document's content, before it is stored. */
  readonly onChange: readonly OnChange<Call>[]
  /** Say what every stored revision has in the fields that features maintain. */
  readonly stamps: readonly Stamp<Call>[]
  /** Run in the transaction that stores a revision, right after it. */
  readonly onStore: readonly OnStore<Call>[]
  /** Run in the transaction that removes a document. */
  readonly onRemove: readonly OnRemove<Call>[]
  /** Run in the transaction of a change, for the event that tells of it. */
  readonly onEvent: readonly OnEvent<Call>[]
  /** Hear of sign-ins, of what else no event tells of, and of refusals. */
  readonly onAccess: readonly OnAccess<Call>[]
  /** What `quire doctor` looks at, beyond what it always does. */
  readonly examines: Readonly<Record<string, (call: Call) => Findings>>
  /** Say what else of a document is kept, besides its present content. */
  readonly keptContents: readonly KeptContents<Call>[]
  /** Say what of that the caller may read. */
  readonly readableContents: readonly ReadableContents<Call>[]
  /** Whether its features need `Runtime.files`. */
  readonly usesFiles: boolean
}

export type EntityKind = 'collection' | 'global' | 'service'

export interface RightOfItsOwn {
  readonly name: string
  readonly rule: RuleName
}

export interface BulkAction {
  readonly operation: string
  readonly needsData: boolean
}

export interface SystemField {
  readonly name: string
  readonly column: string
  readonly schema: JsonSchema
  readonly storedAs: ComparedAs
  readonly operators: readonly Operator[]
}
