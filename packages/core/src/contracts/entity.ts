import type { DocumentEventKind } from './document-events.ts'
import type {
  Copies,
  Guard,
  OnChange,
  OnEvent,
  OnRemove,
  OnStore,
  ReadableContents,
  RetainedContents,
  Rewrite,
  Stamp,
} from './document-changes.ts'
import type { CredentialScheme } from './credential-scheme.ts'
import type { Actor, KeyState, Rule, RuleName } from './access.ts'
import type { OnAccess } from './access-event.ts'
import type { AuthOptions } from './auth.ts'
import type { SearchedWords } from './condition.ts'
import type { FieldNode } from './field.ts'
import type { ComparedAs, Operator } from './operators.ts'
import type { Hook, HookName } from './hooks.ts'
import type { Job } from './job.ts'
import type { NamedJob, OwnJob } from './named-job.ts'
import type { JsonObject, JsonSchema } from './json.ts'
import type { Localization, LocalizedText } from './localization.ts'
import type { Operation, Parameter } from './operation.ts'
import type { RecordTable } from './records.ts'
import type { Route } from './route.ts'
import type { Scope } from './source.ts'
import type { DocumentTable } from './storage-schema.ts'
import type { StorageTransaction } from './document-storage.ts'

/**
 * The resolved, immutable description of the application, computed once at start (docs/contract/README.md#words).
 * Router, OpenAPI, database schema, `GET /api/schema`, local API and SDK are derived from it.
 */
export interface Manifest<Call = never> {
  readonly collections: Readonly<Record<string, Entity<Call>>>
  readonly globals: Readonly<Record<string, Entity<Call>>>
  /** The entity of the application as a whole: the actor's sessions, keys and preferences. */
  readonly service: Entity<Call>
  readonly localization: Localization | null
  readonly parameters: Readonly<Record<string, Parameter>>
  readonly records: readonly RecordTable[]
  /** The names of those that plugins declare. */
  readonly recordsOfPlugins: readonly string[]
  readonly credentials: readonly CredentialScheme<Call>[]
  /** Limits for HTTP and for the local API. */
  readonly population: { readonly remote: PopulationLimits; readonly inProcess: PopulationLimits }
  /** Maximum number of documents that a bulk call changes by query. */
  readonly bulk: { readonly documents: number }
  /** The auth collection whose users are admins: they may do everything without a rule, and use the admin app. */
  readonly admins: string | null
  /** Path of the admin app; null if it is not served. */
  readonly adminPath: string | null
  readonly routes: readonly Route[]
  readonly jobs: Readonly<Record<string, NamedJob<Call>>>
  readonly queue: QueueSettings
}

export interface QueueSettings {
  /** Null for users of the admin auth collection. */
  readonly read: Rule | null
  readonly manage: Rule | null
  /** Milliseconds. */
  readonly keepFor: number
  readonly keepAtMost: number
  readonly maxWaiting: number
}

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
  /** Responses may be cached although the application has `identify`. */
  readonly anonymousOnly: boolean
}

/**
 * A resolved collection or global, or the `service`, the one entity without documents. A global is an entity with one
 * document, whose id is the global's slug. Features provide its functions: `manifest/resolve-entity.ts` collects them
 * from contributions, where a list has the singular name (`scopes` are those of every `scope`).
 */
export interface Entity<Call = never> {
  readonly kind: EntityKind
  readonly slug: string
  readonly label: LocalizedText
  readonly description: LocalizedText | null
  /** Presentation for the admin app, in the public manifest only. */
  readonly presentation: object | null
  readonly addedParameters: readonly string[]
  /** What features add to its description in the public manifest. */
  readonly descriptions: JsonObject
  readonly fields: readonly FieldNode[]
  /** `id`, `revision`, timestamps and fields of features, in the order of responses. */
  readonly systemFields: readonly SystemField[]
  readonly rules: Readonly<Record<RuleName, Rule>>
  readonly hooks: Readonly<Record<HookName, readonly Hook[]>>
  /** By name. Disabled features contribute none, so there is no route. */
  readonly operations: Readonly<Record<string, Operation<Call>>>
  /** Bulk actions, with the operation that each runs for every document. */
  readonly bulk: Readonly<Record<string, BulkAction>>
  readonly scopes: readonly Scope<Call>[]
  /** Asked before every change of an existing document. */
  readonly guards: readonly Guard<Call>[]
  readonly events: readonly DocumentEventKind[]
  /** Those after which ordinary reads don't find the document. */
  readonly hidingEvents: readonly DocumentEventKind[]
  /** The table for writes, and for reads without another scope. */
  readonly table: DocumentTable
  /** Tables of copies, with the same columns and indexes. Unique values are unique over all of them. */
  readonly tables: readonly DocumentTable[]
  readonly jobs: readonly Job<Call>[]
  readonly namedJobs: readonly OwnJob<Call>[]
  /** Called once at start if metrics are on. */
  readonly registerMetrics: readonly ((call: Call) => void)[]
  readonly methods: Readonly<Record<string, LocalMethod<Call>>>
  readonly localized: boolean
  readonly auth: AuthOptions | null
  /** Loads the current actor of a document of this collection; null if its documents cannot act. */
  readonly loadActor: ((call: Call, id: string) => Promise<Actor | null>) | null
  /** The current state of an API key of such a document; null if there are none. */
  readonly loadKey: ((call: Call, id: string, key: string) => Promise<KeyState | null>) | null
  /** Default `sort` of lists; null for newest first. */
  readonly defaultSort: string | readonly string[] | null
  /** Default ranking of a list without `sort`; null without search. */
  readonly rank: ((call: Call) => SearchedWords | null) | null
  /** Cache lifetime of anonymous reads; null if not cacheable (docs/contract/requests.md#caches). */
  readonly cache: CacheLife | null
  readonly capabilities: readonly ExtraCapability[]
  /** Null without copies. */
  readonly copies: Copies<Call> | null
  readonly rewrite: Rewrite<Call> | null
  /** Run before changed content is stored, in the same transaction. */
  readonly onChange: readonly OnChange<Call>[]
  /** Set the fields that features maintain, in each stored revision. */
  readonly stamps: readonly Stamp<Call>[]
  /** Run after a revision is stored, in the same transaction. */
  readonly onStore: readonly OnStore<Call>[]
  /** Run in the transaction that removes a document. */
  readonly onRemove: readonly OnRemove<Call>[]
  /** Run for each event, in the transaction of the change. */
  readonly onEvent: readonly OnEvent<Call>[]
  /** Called for sign-ins, other actions without an event, and refusals. */
  readonly onAccess: readonly OnAccess<Call>[]
  readonly doctorChecks: DoctorChecks<Call>
  readonly doctorFileChecks: DoctorChecks<Call>
  readonly retainedContents: readonly RetainedContents<Call>[]
  readonly readableContents: readonly ReadableContents<Call>[]
  readonly usesFiles: boolean
}

export type EntityKind = 'collection' | 'global' | 'service'

export interface ExtraCapability {
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

export interface Finding {
  /** Where it is: `posts 0197…`. */
  readonly place: string
  /** What is wrong and, without a repair, what you can do. */
  readonly message: string
  /** Set if it may be correct, depending on things outside of this database. */
  readonly isUnknown?: true
  /** Repairs it without losing data; undefined if users must decide. */
  readonly repair?: (tx: StorageTransaction) => Promise<void>
}

export type Findings = AsyncIterable<Finding>

/** Checks by name. The same name in several entities is one check. */
export type DoctorChecks<Call> = Readonly<Record<string, (call: Call) => Findings | Promise<Findings>>>

/**
 * Creates a method of the local API for one caller. The method validates its arguments, because application code may be
 * untyped.
 */
export type LocalMethod<Call> = (call: Call) => (...args: unknown[]) => unknown
