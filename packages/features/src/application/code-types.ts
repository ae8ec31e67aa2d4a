import type {
  Actor,
  ActorSession,
  AnyLocalApi,
  AuthOf,
  AuthSlug,
  BroughtSlug,
  COLLECTION_HOOKS,
  CollectionRuleName,
  CollectionSlug,
  ComputeArguments,
  Doc,
  FeatureFields,
  FieldHookSubject,
  GLOBAL_HOOKS,
  GlobalDoc,
  GlobalHookData,
  GlobalRuleName,
  GlobalSlug,
  HasFactor,
  HookArguments,
  HookData,
  HookSubjects,
  InputOfJob,
  JobArguments,
  JobName,
  QuireConfig,
  Revealed,
  RouteArguments,
  RouteConfig,
  RuleArguments,
  SystemFields,
  ValidateArguments,
  WhereOf,
} from '@quirecms/core/feature'
import type { LocalApi } from './local-api-types.ts'

/**
 * Tells the types of application code which application it belongs to. Code of the server sees hidden fields too.
 *
 * @example
 * declare module 'quirecms' {
 *   interface Register { config: typeof schema }
 * }
 */
export interface Register {}

export type Registered = Register extends { readonly config: infer Config extends QuireConfig } ? Config : QuireConfig

type Awaitable<Value> = Value | Promise<Value>

/** Any user who can call; `collection` discriminates the collections with `auth`. */
export type ActorOf<Config extends QuireConfig = Registered> = [AuthSlug<Config>] extends [never]
  ? Actor
  : string extends AuthSlug<Config>
    ? Actor
    : {
        [Slug in AuthSlug<Config>]: Doc<Config, Slug> & { readonly collection: Slug } & (HasFactor<
            AuthOf<Config, Slug>
          > extends true
            ? { readonly session?: ActorSession }
            : unknown)
      }[AuthSlug<Config>]

interface Subject {
  readonly doc: unknown
  readonly data: unknown
  readonly next: unknown
  readonly where: unknown
}

/** A document that may be new, without system fields. */
type Unborn<Document> = Omit<Document, SystemName> & Partial<Pick<Document, SystemName & keyof Document>>

type SystemName = keyof SystemFields | keyof FeatureFields

interface SubjectOf<Config extends QuireConfig, Slug extends CollectionSlug<Config>> extends Subject {
  readonly doc: Doc<Config, Slug>
  readonly data: HookData<Config, Slug>
  readonly next: Unborn<Doc<Config, Slug>>
  readonly where: WhereOf<Config, Slug>
}

interface GlobalSubjectOf<Config extends QuireConfig, Slug extends GlobalSlug<Config>> extends Subject {
  readonly doc: GlobalDoc<Config, Slug>
  readonly data: GlobalHookData<Config, Slug>
  readonly next: Unborn<GlobalDoc<Config, Slug>>
  /** A global is one document, so its rules return no query. */
  readonly where: never
}

type HookName = (typeof COLLECTION_HOOKS)[number]

interface TypedRuleArguments<Config extends QuireConfig, About extends Subject>
  extends Omit<RuleArguments, 'actor' | 'data' | 'doc'> {
  readonly actor: ActorOf<Config> | null
  readonly data: About['data'] | undefined
  readonly doc: About['doc'] | undefined
}

type TypedRule<Config extends QuireConfig, About extends Subject> = (
  args: TypedRuleArguments<Config, About>,
) => Awaitable<boolean | About['where']>

interface TypedHookArguments<Config extends QuireConfig, Called extends QuireConfig>
  extends Omit<HookArguments, 'actor' | 'data' | 'doc' | 'next' | 'previous' | 'local'> {
  readonly actor: ActorOf<Config> | null
  /** Acts for the caller, without hidden fields. */
  readonly local: LocalApi<Called>
}

/** Hooks whose return value is written. */
type WritingHook = 'beforeValidate' | 'beforeChange'

type TypedHook<Config extends QuireConfig, Called extends QuireConfig, About extends Subject, Name extends HookName> = (
  args: TypedHookArguments<Config, Called> & HookSubjects<About>[Name],
) => Name extends WritingHook ? Awaitable<About['data'] | undefined | void> : unknown

/** Code of one field: what `f.text({ validate, access, hooks })` accepts, typed by the whole application. */
interface FieldCode<Config extends QuireConfig, Called extends QuireConfig, About extends Subject, Value, Written> {
  readonly validate?: (
    args: Omit<ValidateArguments, 'value' | 'data' | 'doc' | 'next' | 'actor'> & {
      readonly value: NonNullable<Value>
      readonly data: About['data']
      readonly doc: About['doc'] | undefined
      readonly next: Readonly<About['next']>
      readonly actor: ActorOf<Config> | null
    },
  ) => Awaitable<true | string>
  readonly access?: { readonly [Name in 'read' | 'create' | 'update']?: TypedRule<Config, About> }
  readonly hooks?: {
    readonly [Name in WritingHook | 'afterRead']?: readonly ((
      args: TypedHookArguments<Config, Called> & HookSubjects<About>[Name] & FieldHookSubject<Value>,
    ) => Awaitable<Written | undefined | void>)[]
  }
  /** For virtual fields. */
  readonly value?: (
    args: Omit<ComputeArguments, 'doc' | 'actor'> & {
      readonly doc: About['doc']
      readonly actor: ActorOf<Config> | null
    },
  ) => unknown
}

interface EntityCode<
  Config extends QuireConfig,
  Called extends QuireConfig,
  About extends Subject,
  RuleName extends string,
  Hooked extends HookName,
> {
  readonly access?: { readonly [Name in RuleName]?: TypedRule<Config, About> }
  readonly hooks?: { readonly [Name in Hooked]?: readonly TypedHook<Config, Called, About, Name>[] }
  readonly fields?: {
    readonly [Name in keyof About['doc']]?: FieldCode<
      Config,
      Called,
      About,
      About['doc'][Name],
      Name extends keyof About['data'] ? About['data'][Name] : unknown
    >
  }
  readonly routes?: readonly TypedRoute<Called>[]
}

/** Code of one job: what `job({ run, key, access })` accepts, typed by the whole application. */
export interface JobCode<Config extends QuireConfig, Called extends QuireConfig, Input> {
  readonly access?: { readonly queue?: (args: TypedQueueArguments<Config, Input>) => Awaitable<boolean> }
  readonly key?: (args: { readonly input: Input }) => string | number | null | undefined
  readonly run?: (
    args: Omit<JobArguments, 'input' | 'local' | 'complete'> & {
      readonly input: Input
      /** Acts for the user who queued the job, with current rights; scheduled jobs act for the system. */
      readonly local: LocalApi<Called>
      /** Runs the last step in a transaction that also completes the job. Return its result. */
      readonly complete: <Result>(work: (local: LocalApi<Called>) => Promise<Result>) => Promise<Result>
    },
  ) => unknown
}

interface TypedQueueArguments<Config extends QuireConfig, Input> extends Omit<RuleArguments, 'actor' | 'data' | 'doc'> {
  readonly actor: ActorOf<Config> | null
  /** The input, not validated yet. */
  readonly data: Partial<Input> | undefined
}

/** Arguments of every handler. `never` stands for an unknown application. */
export type HandlerArguments<Config extends QuireConfig> = Omit<RouteArguments, 'actor' | 'local'> & {
  readonly actor: ([Config] extends [never] ? Actor : ActorOf<Config>) | null
  readonly local: [Config] extends [never] ? AnyLocalApi : LocalApi<Config>
}

export interface TypedRoute<Config extends QuireConfig = Registered> extends Omit<RouteConfig, 'handler'> {
  readonly handler: (args: HandlerArguments<Config>) => unknown
}

/** The configuration with its hidden fields, as server code sees it. */
export type Open<Config extends QuireConfig> = Revealed<Config> extends infer Full extends QuireConfig ? Full : never

/** The code of an application, for `withCode`. `Called` is the configuration that its `local` knows. */
export type CodeOf<Config extends QuireConfig, Called extends QuireConfig = Config> = CodeOfOpen<Open<Config>, Called>

interface CodeOfOpen<Config extends QuireConfig, Called extends QuireConfig> {
  readonly collections?: {
    readonly [Slug in Exclude<CollectionSlug<Config>, BroughtSlug<Config['plugins'], 'collections'>>]?: EntityCode<
      Config,
      Called,
      SubjectOf<Config, Slug>,
      CollectionRuleName,
      (typeof COLLECTION_HOOKS)[number]
    >
  }
  readonly globals?: {
    readonly [Slug in Exclude<GlobalSlug<Config>, BroughtSlug<Config['plugins'], 'globals'>>]?: EntityCode<
      Config,
      Called,
      GlobalSubjectOf<Config, Slug>,
      GlobalRuleName,
      (typeof GLOBAL_HOOKS)[number]
    >
  }
  readonly routes?: readonly TypedRoute<Called>[]
  readonly jobs?: {
    readonly [Name in JobName<Config>]?: JobCode<Config, Called, InputOfJob<NonNullable<Config['jobs']>[Name]>>
  }
}

type Seen = Open<Registered>

export type RuleOf<Slug extends CollectionSlug<Seen>> = TypedRule<Seen, SubjectOf<Seen, Slug>>

export type HookOf<Slug extends CollectionSlug<Seen>, Name extends (typeof COLLECTION_HOOKS)[number]> = TypedHook<
  Seen,
  Registered,
  SubjectOf<Seen, Slug>,
  Name
>
