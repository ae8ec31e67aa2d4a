import type { Actor, KeyState, RuleName } from './access.ts'
import type { OnAccess } from './access-event.ts'
import type { AuthOptions } from './auth.ts'
import type { ColumnSpec, RecordTable } from './records.ts'
import type { SearchedWords } from './condition.ts'
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
  StepChange,
} from './document-changes.ts'
import type { DeclaredEvent, DocumentEventKind } from './document-events.ts'
import type { CredentialScheme } from './credential-scheme.ts'
import type {
  BulkAction,
  DoctorChecks,
  Entity,
  EntityKind,
  ExtraCapability,
  LocalMethod,
  SystemField,
} from './entity.ts'
import type { FieldDefinitions, FieldNode } from './field.ts'
import type { Job } from './job.ts'
import type { JsonObject } from './json.ts'
import type { Localization } from './localization.ts'
import type { NamedJob, OwnJob } from './named-job.ts'
import type { Operation, Parameter } from './operation.ts'
import type { OptionSchemas, OptionsOfPlugins } from './plugin-api.ts'
import type { Scope } from './source.ts'
import type { RenamedContent } from './content-spec.ts'
import type { DocumentTable, SearchSpec } from './storage-schema.ts'

/**
 * A feature is one contribution: everything it adds to the collections and globals that enable it, and nothing anywhere
 * else. The manifest combines the contributions; if two clash, the application doesn't start.
 */
export interface Feature<Call> {
  /** Names the feature in error messages at start. */
  readonly name: string
  /**
   * Options of collections and globals that the feature claims. A plugin's own options come with a JSON Schema, which
   * is checked at start: `{ archive: { type: 'boolean' } }`. The framework's features name options of the
   * configuration: `['trash']`, or `['versions.drafts']` for a nested one. An option that no enabled feature claims
   * stops the start.
   */
  readonly options?: readonly string[] | OptionSchemas
  /** The same for options of fields. */
  readonly fieldOptions?: readonly string[]
  /**
   * Further access rules, such as `approve`, for its operations. Without such a rule on an entity, only users of the
   * admin auth collection are allowed.
   */
  readonly rules?: readonly RuleName[]
  /**
   * The events of documents that it emits: `archived` becomes `document.archived`. The engine refuses to emit an event
   * that no enabled feature names.
   */
  readonly events?: readonly DeclaredEvent[]
  /** Required features, by name. Without them, the application doesn't start. */
  readonly needs?: readonly string[]
  /** Whether the entity enables this feature; asked nowhere else. */
  for(entity: EntityDraft): boolean
  adds(entity: EntityDraft): Contribution<Call>
}

/** What a feature sees of an entity when it decides what to add. */
export interface EntityDraft {
  readonly kind: EntityKind
  readonly slug: string
  /** Options from the configuration. Options of plugins have the types that `PluginOptions` declares. */
  readonly options: Readonly<Record<string, unknown>> & OptionsOfPlugins
  /** The configured fields and, in the second pass, those of features. */
  readonly fields: readonly FieldNode[]
  readonly localization: Localization | null
  readonly auth: AuthOptions | null
  readonly rules: Entity['rules']
  readonly hasUsers: boolean
  /** The events that documents of the application can have, from any feature. */
  readonly events: ReadonlySet<DocumentEventKind>
  readonly userCollections: readonly string[]
  readonly authCollections: readonly { readonly slug: string; readonly auth: AuthOptions }[]
  /** Only set for the service: whether any collection has files. */
  readonly usesFiles: boolean
  /** Only set for the service: whether mail is configured. */
  readonly sendsMail: boolean
  /** Only set for the service: all named jobs. */
  readonly namedJobs: readonly NamedJob<unknown>[]
  /** Only set for the service: query parameters that features add to collections. */
  readonly parametersOfCollections: ReadonlySet<string>
}

export interface Contribution<Call> {
  readonly operations?: readonly Operation<Call>[]
  readonly parameters?: readonly Parameter[]
  /** Adds parameters to existing operations: `{ list: ['trash'] }`. */
  readonly extends?: Readonly<Record<string, readonly string[]>>
  /** Replaces or wraps steps of operations: `{ 'delete.remove': { replace: moveToTrash } }`. */
  readonly steps?: Readonly<Record<string, StepChange<Call>>>
  /** Replaces operations by name, for another body or to wrap them. */
  readonly changes?: Readonly<Record<string, (operation: Operation<Call>) => Operation<Call>>>
  /** Fields before the configured ones, such as the `email` of users. */
  readonly fields?: FieldDefinitions
  readonly columns?: readonly ColumnSpec[]
  readonly indexes?: readonly (readonly string[])[]
  readonly systemFields?: readonly SystemField[]
  /** Further document tables with the shape and indexes of the entity's own. */
  readonly tables?: (own: DocumentTable) => readonly DocumentTable[]
  readonly records?: readonly RecordTable[]
  /** Further kinds of credentials. Only for the service: the server accepts them for every collection. */
  readonly credentials?: readonly CredentialScheme<Call>[]
  /** Describes the searchable words; called when all fields are known. */
  readonly search?: () => SearchSpec
  /** Turns a document into an actor: its current state, or null if it cannot act. */
  readonly loadActor?: (call: Call, id: string) => Promise<Actor | null>
  /** The current state of an API key; null if it is no longer valid. */
  readonly loadKey?: (call: Call, id: string, key: string) => Promise<KeyState | null>
  /** Default ranking of lists without `sort`. */
  readonly rank?: (call: Call) => SearchedWords | null
  readonly scope?: Scope<Call>
  readonly guard?: Guard<Call>
  readonly bulk?: Readonly<Record<string, BulkAction>>
  readonly jobs?: readonly Job<Call>[]
  /**
   * Jobs that users see, with progress and result, queued by `queueJob`. They belong to the application: collections
   * that contribute the same one share it.
   */
  readonly namedJobs?: readonly OwnJob<Call>[]
  /** Called once at start if metrics are on: registers gauges in `runtime.metrics`. */
  readonly registerMetrics?: (call: Call) => void
  /**
   * Methods of the local API that are not operations, such as `changes`. Each gets the call of its caller. Only for the
   * service; `mail.send` is a method of a group.
   */
  readonly methods?: Readonly<Record<string, LocalMethod<Call>>>
  /** Capabilities without an operation, and the rules that decide them. */
  readonly capabilities?: readonly ExtraCapability[]
  /** Members that it adds to the entity's description in `GET /api/schema`. */
  readonly describes?: JsonObject
  readonly copies?: Copies<Call>
  readonly rewrite?: Rewrite<Call>
  /** Content that contains the entity's slug, and changes with it. */
  readonly renamedContent?: RenamedContent
  readonly onChange?: OnChange<Call>
  readonly stamp?: Stamp<Call>
  readonly onStore?: OnStore<Call>
  readonly onRemove?: OnRemove<Call>
  readonly onEvent?: OnEvent<Call>
  readonly onAccess?: OnAccess<Call>
  /** Checks of `quire doctor`, by name: inconsistencies in the feature's data. */
  readonly doctorChecks?: DoctorChecks<Call>
  /** Checks that read every file, made only on request. */
  readonly doctorFileChecks?: DoctorChecks<Call>
  /** Further contents of a document that the feature stores, such as a live copy or snapshots. */
  readonly retainedContents?: RetainedContents<Call>
  readonly readableContents?: ReadableContents<Call>
  /** Whether `Runtime.files` is needed. */
  readonly usesFiles?: true
}
