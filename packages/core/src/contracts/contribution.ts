import type { Actor, RuleName } from './access.ts'
import type { OnAccess } from './access-event.ts'
import type { AuthOptions } from './auth.ts'
import type { ColumnSpec } from './columns.ts'
import type { SearchedWords } from './condition.ts'
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
import type { Copies } from './copies.ts'
import type { CredentialScheme } from './credential-scheme.ts'
import type { BulkAction, Entity, EntityKind, RightOfItsOwn, SystemField } from './entity.ts'
import type { FieldDefinitions, FieldNode } from './field.ts'
import type { Findings } from './finding.ts'
import type { Job } from './job.ts'
import type { LocalMethod } from './local-method.ts'
import type { KeyNow } from './key-scopes.ts'
import type { Localization } from './localization.ts'
import type { NamedJob, OwnJob } from './named-job.ts'
import type { Operation, Parameter } from './operation.ts'
import type { OptionSchemas, OptionsOfPlugins } from './plugin-options.ts'
import type { RecordTable } from './records.ts'
import type { Scope } from './source.ts'
import type { StepChange } from './step.ts'
import type { RenamedContent } from './content-spec.ts'
import type { DocumentTable, SearchSpec } from './storage-schema.ts'

/**
 * A feature is one contribution: everything it adds to the collections and globals that enable it, and nothing anywhere
 * else. The manifest combines the contributions; if two clash, the application doesn't start.
 */
export interface Feature<Call> {
  /** For error messages at start, which name both features in a conflict. */
  readonly name: string
  /**
   * The options of collections and globals that this feature claims. Options of its own come with the JSON Schema of their values, which
   * are checked at start: `{ archive: { type: 'boolean' } }`. The framework's features name those of the configuration: `['trash']`, and
   * `['versions.drafts']` for one inside of another. Where an option is set, and no feature that the entity enables claims it, the
   * application doesn't start.
   */
  readonly options?: readonly string[] | OptionSchemas
  /** The same for options of fields. */
  readonly fieldOptions?: readonly string[]
  /**
   * Access rules of its own, such as `approve`, which its operations name. Collections and globals may then give such a rule; without it,
   * only users of the admin auth collection are allowed, as with every rule.
   */
  readonly rules?: readonly RuleName[]
  /** The features that it builds on, by name. An application that has this one without them doesn't start. */
  readonly needs?: readonly string[]
  /** Whether the entity enables this feature. This is the only place that asks. */
  for(entity: EntityDraft): boolean
  adds(entity: EntityDraft): Contribution<Call>
}

/** What a feature sees of an entity when it decides what to add. */
export interface EntityDraft {
  readonly kind: EntityKind
  readonly slug: string
  /** Options from the configuration. Options of plugins have the types that `PluginOptions` declares. */
  readonly options: Readonly<Record<string, unknown>> & OptionsOfPlugins
  /** The configuration's own fields and, once they are known, those that features add. */
  readonly fields: readonly FieldNode[]
  readonly localization: Localization | null
  readonly auth: AuthOptions | null
  readonly rules: Entity['rules']
  /** Whether any collection of the application has users. */
  readonly hasUsers: boolean
  /** The collections that have users. */
  readonly userCollections: readonly string[]
  /** Only set for the service: all collections that have users. */
  readonly authCollections: readonly { readonly slug: string; readonly auth: AuthOptions }[]
  /** Only set for the service: whether any collection keeps files. */
  readonly usesFiles: boolean
  /** Only set for the service: whether the configuration says how mail is sent. */
  readonly sendsMail: boolean
  /** Only filled for the service: all jobs that have a name of their own. */
  readonly namedJobs: readonly NamedJob<unknown>[]
  /** Only filled for the service: the query parameters that features add to collections. */
  readonly parametersOfCollections: ReadonlySet<string>
}

export interface Contribution<Call> {
  readonly operations?: readonly Operation<Call>[]
  readonly parameters?: readonly Parameter[]
  /** Adds parameters, by name, to operations that exist already: `{ list: ['trash'] }`. */
  readonly extends?: Readonly<Record<string, readonly string[]>>
  /** Replaces or wraps named steps of operations: `{ 'delete.remove': { replace: moveToTrash } }`. */
  readonly steps?: Readonly<Record<string, StepChange<Call>>>
  /** Makes other operations of those that exist, by name: the same with another body, or with something around it. */
  readonly changes?: Readonly<Record<string, (operation: Operation<Call>) => Operation<Call>>>
  /** Fields that come before those of the configuration, such as the `email` of users. */
  readonly fields?: FieldDefinitions
  readonly columns?: readonly ColumnSpec[]
  /** Indexes of several fields, in the order of their names, as `indexes` of a collection has them. */
  readonly indexes?: readonly (readonly string[])[]
  readonly systemFields?: readonly SystemField[]
  /** Further tables of documents, made from the entity's own table so that they share its shape and its indexes. */
  readonly tables?: (own: DocumentTable) => readonly DocumentTable[]
  readonly records?: readonly RecordTable[]
  /**
   * Kinds of credentials, beside sessions and API keys. They belong to the service: the server accepts them for every
   * collection.
   */
  readonly credentials?: readonly CredentialScheme<Call>[]
  /** What documents can be searched by, once all fields are known. */
  readonly search?: () => SearchSpec
  /** Turns a document into an actor: its current state, or null if it cannot act. */
  readonly actorNow?: (call: Call, id: string) => Promise<Actor | null>
  /** What has become of an API key of one of them; null for one that works no longer. */
  readonly keyNow?: (call: Call, id: string, key: string) => Promise<KeyNow | null>
  /** What lists are ranked by, unless they ask for an order. */
  readonly rank?: (call: Call) => SearchedWords | null
  readonly scope?: Scope<Call>
  readonly guard?: Guard<Call>
  readonly bulk?: Readonly<Record<string, BulkAction>>
  readonly jobs?: readonly Job<Call>[]
  /**
   * Jobs that people see by their names, with progress and a result. `queueJob` queues them, and the user who queued
   * one may read and cancel it. They belong to the application: collections that bring the same one share it.
   */
  readonly namedJobs?: readonly OwnJob<Call>[]
  /** Called once at start where metrics are wanted: says in `runtime.metrics` what else can be read of it. */
  readonly measures?: (call: Call) => void
  /**
   * Methods of the local API that are no operations, such as `changes`, which yields one change after another. Each gets
   * the call of its caller. They belong to the service; `mail.send` is a method of a group.
   */
  readonly methods?: Readonly<Record<string, LocalMethod<Call>>>
  /** Names of capabilities that no operation stands for, and the rules that they rest on. */
  readonly rights?: readonly RightOfItsOwn[]
  readonly copies?: Copies<Call>
  readonly rewrite?: Rewrite<Call>
  /** What of the content names the entity itself, and so changes with its slug. */
  readonly renamed?: RenamedContent
  readonly onChange?: OnChange<Call>
  readonly stamp?: Stamp<Call>
  readonly onStore?: OnStore<Call>
  readonly onRemove?: OnRemove<Call>
  readonly onEvent?: OnEvent<Call>
  readonly onAccess?: OnAccess<Call>
  /** What `quire doctor` looks at, by what it is called there: whatever does not fit together in what the feature keeps. */
  readonly examines?: Readonly<Record<string, (call: Call) => Findings>>
  /** What this feature keeps of a document besides its present content, such as a live copy or snapshots. */
  readonly keptContents?: KeptContents<Call>
  /** What of it the caller may read, where the feature has operations to read it. */
  readonly readableContents?: ReadableContents<Call>
  /** Whether `Runtime.files` is needed. */
  readonly usesFiles?: true
}
