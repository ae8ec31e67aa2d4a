import type { Rule, RuleName } from './access.ts'
import type { AuthOptions } from './auth.ts'
import type { Guard, OnChange, OnRemove } from './document-changes.ts'
import type { ComparedAs, FieldNode, Operator } from './field.ts'
import type { Hook, HookName } from './hooks.ts'
import type { Job } from './job.ts'
import type { JsonSchema } from './json.ts'
import type { Localization } from './localization.ts'
import type { Operation, Parameter } from './operation.ts'
import type { RecordTable } from './records.ts'
import type { Scope } from './source.ts'
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
  /** By name. Only what is enabled: a disabled feature has no operation, and so no route. */
  readonly operations: Readonly<Record<string, Operation<Call>>>
  /** The actions of the bulk route, to the operation that each document goes through. */
  readonly bulk: Readonly<Record<string, BulkAction>>
  readonly scopes: readonly Scope<Call>[]
  /** Asked before every change of a document that exists. */
  readonly guards: readonly Guard<Call>[]
  /** Where its documents are written, and read unless a scope says otherwise. */
  readonly table: DocumentTable
  /** Further tables, of copies and the like. */
  readonly tables: readonly DocumentTable[]
  readonly jobs: readonly Job<Call>[]
  /** Whether any field is localized. */
  readonly localized: boolean
  /** Null for collections without users. */
  readonly auth: AuthOptions | null
  /** Seconds for which anonymous reads may be kept; null where they may not (contract 15, HTTP). */
  readonly cache: number | null
  /** Run in the transaction that changes a document's content, before it is stored. */
  readonly onChange: readonly OnChange<Call>[]
  /** Run in the transaction that removes a document. */
  readonly onRemove: readonly OnRemove<Call>[]
}

export type EntityKind = 'collection' | 'global' | 'service'

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
