import type { Rule, RuleName } from './access.ts'
import type { AuthOptions } from './auth.ts'
import type { Condition } from './condition.ts'
import type { ComparedAs, FieldNode, Operator } from './field.ts'
import type { Hook, HookName } from './hooks.ts'
import type { JsonObject, JsonSchema } from './json.ts'
import type { Localization } from './localization.ts'
import type { Answer, OperationDescription, Parameter } from './operation.ts'
import type { ColumnSpec } from './columns.ts'
import type { RecordTable } from './records.ts'
import type { DocumentTable } from './storage.ts'

/**
 * The resolved, immutable description of the application, computed once at start (contract 1). The router, the OpenAPI description,
 * the database schema, `GET /api/schema`, the local API and the SDK are pure functions of it.
 */
export interface Manifest<Call = never> {
  readonly collections: Readonly<Record<string, Entity<Call>>>
  readonly globals: Readonly<Record<string, Entity<Call>>>
  /** What belongs to no collection and no global: the actor's own sessions, keys and preferences. */
  readonly service: Entity<Call>
  readonly localization: Localization | null
  readonly parameters: Readonly<Record<string, Parameter>>
  readonly records: readonly RecordTable[]
}

/** An operation: its description and the one function that runs it. `Call` is the engine's. */
export interface Operation<Call> extends OperationDescription {
  run(call: Call): Promise<Answer>
}

/**
 * A resolved collection or global, or the one entity without documents, `service`. A global is an entity with one document, whose id
 * is its slug.
 */
export interface Entity<Call = never> {
  readonly kind: EntityKind
  readonly slug: string
  readonly label: string
  readonly description: string | null
  readonly fields: readonly FieldNode[]
  /** `id`, `revision`, timestamps, and what features add, in the order in which answers carry them. */
  readonly systemFields: readonly SystemField[]
  readonly rules: Readonly<Record<RuleName, Rule>>
  readonly hooks: Readonly<Record<HookName, readonly Hook[]>>
  readonly features: readonly string[]
  /** By name. Only what is enabled: a disabled feature has no operation, and so no route. */
  readonly operations: Readonly<Record<string, Operation<Call>>>
  /** The actions of the bulk route, to the operation that each document goes through. */
  readonly bulk: Readonly<Record<string, BulkAction>>
  readonly scopes: readonly Scope[]
  readonly table: DocumentTable
  /** Whether any field is localized. */
  readonly localized: boolean
  /** Null for collections without users. */
  readonly auth: AuthOptions | null
  /** Seconds for which anonymous reads may be kept; null where they may not (contract 15, HTTP). */
  readonly cache: number | null
  /** Run in the transaction that removes a document. */
  readonly onRemove: readonly OnRemove<Call>[]
}

/** What a feature does when a document goes. */
export interface OnRemove<Call> {
  run(call: Call, id: string): Promise<void>
}

export type EntityKind = 'collection' | 'global' | 'service'

export interface BulkAction {
  readonly operation: string
  readonly needsData: boolean
}

/** A predicate on every read of an entity, from what the call asked for. */
export type Scope = (query: Readonly<Record<string, unknown>>) => Condition

export interface SystemField {
  readonly name: string
  readonly column: string
  readonly schema: JsonSchema
  readonly storedAs: ComparedAs
  readonly operators: readonly Operator[]
}

/**
 * A feature is one contribution: what it adds to the collections and globals that enable it, and nothing anywhere else. The
 * manifest folds the contributions; two that clash are an error at start.
 */
export interface Feature<Call> {
  readonly name: string
  /** The only `if`. */
  for(entity: EntityDraft): boolean
  adds(entity: EntityDraft): Contribution<Call>
}

/** What a feature can see of an entity when it decides whether and what to add. */
export interface EntityDraft {
  readonly kind: EntityKind
  readonly slug: string
  readonly options: Readonly<Record<string, unknown>>
  readonly fields: readonly FieldNode[]
  readonly localization: Localization | null
  readonly auth: AuthOptions | null
  /** Of the service alone: the collections that have users. */
  readonly authCollections: readonly { readonly slug: string; readonly auth: AuthOptions }[]
}

export interface Contribution<Call> {
  readonly operations?: readonly Operation<Call>[]
  readonly parameters?: readonly Parameter[]
  /** Names of parameters to add to operations that exist already: `{ list: ['trash'] }`. */
  readonly extends?: Readonly<Record<string, readonly string[]>>
  readonly columns?: readonly ColumnSpec[]
  readonly systemFields?: readonly SystemField[]
  readonly scope?: Scope
  readonly bulk?: Readonly<Record<string, BulkAction>>
  readonly records?: readonly RecordTable[]
  readonly onRemove?: OnRemove<Call>
  /** What the public manifest says of the feature. */
  readonly manifest?: JsonObject
}
