import type { Actor, KeyScopes } from './access.ts'
import type { MailApi } from './mail.ts'
import type { PluginApi } from './plugin-api.ts'

export interface ActingOptions {
  /** Limits the actor's rights like an API key with these scopes. */
  readonly scopes?: KeyScopes
}

/**
 * Methods of one collection or global, one for each operation. Arguments and results follow from the configuration
 * (`LocalApi<typeof config>`), which this contract doesn't know.
 */
export interface AnyMethods {
  // oxlint-disable-next-line typescript/no-explicit-any -- hooks of every application call these with their own types
  readonly [method: string]: (...args: any[]) => Promise<any>
}

export type AnyCollectionMethods = {
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  readonly each: (...args: any[]) => AsyncIterable<any>
} & AnyMethods

type MethodsNamed<Method extends string> = Readonly<Record<Method, AnyMethods[string]>>

/** Result of `collection(slug)`: all possible methods. Missing ones throw when accessed. */
export type DemandedCollection = AnyCollectionMethods &
  MethodsNamed<
    | 'access'
    | 'heartbeat'
    | 'bulk'
    | 'cancelScheduled'
    | 'changeJoin'
    | 'comment'
    | 'comments'
    | 'copyLocale'
    | 'count'
    | 'create'
    | 'createMany'
    | 'delete'
    | 'deleteComment'
    | 'deleteMany'
    | 'deletePermanent'
    | 'distinct'
    | 'duplicate'
    | 'editComment'
    | 'emptyTrash'
    | 'export'
    | 'find'
    | 'findOne'
    | 'import'
    | 'endPresence'
    | 'lock'
    | 'mentionable'
    | 'nameVersion'
    | 'scheduledAll'
    | 'presence'
    | 'preview'
    | 'previewToken'
    | 'publish'
    | 'readFile'
    | 'readLock'
    | 'referencesToMany'
    | 'references'
    | 'releaseLock'
    | 'remoteUpload'
    | 'renderPreview'
    | 'reopenComment'
    | 'resolveComment'
    | 'restore'
    | 'restoreDeleted'
    | 'schedule'
    | 'scheduled'
    | 'selection'
    | 'startBulk'
    | 'transfer'
    | 'transferFile'
    | 'transfers'
    | 'unpublish'
    | 'update'
    | 'updateImage'
    | 'updateMany'
    | 'upsert'
    | 'version'
    | 'versions'
  >

export type DemandedGlobal = AnyMethods &
  MethodsNamed<
    | 'access'
    | 'heartbeat'
    | 'cancelScheduled'
    | 'comment'
    | 'comments'
    | 'copyLocale'
    | 'deleteComment'
    | 'editComment'
    | 'get'
    | 'endPresence'
    | 'mentionable'
    | 'nameVersion'
    | 'preview'
    | 'previewToken'
    | 'publish'
    | 'renderPreview'
    | 'reopenComment'
    | 'resolveComment'
    | 'restore'
    | 'schedule'
    | 'scheduled'
    | 'unpublish'
    | 'update'
    | 'version'
    | 'versions'
  >

export type DemandedUsers = AnyMethods &
  MethodsNamed<
    | 'acceptInvitation'
    | 'bootstrap'
    | 'createUser'
    | 'createUserApiKey'
    | 'deleteUserApiKey'
    | 'forgotPassword'
    | 'invitationLink'
    | 'invitations'
    | 'invite'
    | 'login'
    | 'passkeyLogin'
    | 'passkeyOptions'
    | 'providers'
    | 'removeUserIdentity'
    | 'requestVerification'
    | 'resetFactors'
    | 'resendInvitation'
    | 'resetPassword'
    | 'rotateUserApiKey'
    | 'secondFactor'
    | 'signInWithCode'
    | 'signIns'
    | 'unlock'
    | 'updateUserApiKey'
    | 'userApiKeys'
    | 'userFactors'
    | 'userIdentities'
    | 'verify'
    | 'withdrawInvitation'
  >

export interface OverviewMethods {
  readonly access: AnyMethods[string]
  readonly counts: AnyMethods[string]
  readonly search: AnyMethods[string]
  readonly documents: AnyMethods[string]
  readonly scheduledAll: AnyMethods[string]
  readonly startPage: AnyMethods[string]
  readonly readChanges: AnyMethods[string]
  /** Follows changes (docs/changes.md). */
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  readonly changes: (options?: any) => AsyncIterable<any>
}

/** The local API without an application's types (docs/contract/command-line.md#one-shape). */
export interface AnyLocalApi extends OverviewMethods {
  /**
   * A collection by its slug. What isn't there throws `not_found`.
   *
   * @example
   * await local.asSystem().collection('entries').create({ text: 'Something happened' })
   */
  collection(slug: string): DemandedCollection
  global(slug: string): DemandedGlobal
  users(slug: string): DemandedUsers
  /** By slug. Unknown slugs and methods throw `not_found`; `in` tests for existence. */
  readonly collections: Readonly<Record<string, DemandedCollection>>
  readonly globals: Readonly<Record<string, DemandedGlobal>>
  readonly auth: Readonly<Record<string, DemandedUsers>>
  /** The actor's own sessions, keys and preferences. */
  readonly account: AnyMethods
  readonly plugins: Readonly<Record<string, AnyMethods>>
  /**
   * The operations of a plugin that describes them. What isn't there throws `not_found`; its routes are called over HTTP.
   *
   * @example
   * const { docs } = await local.plugin(webhooksApi).deliveries({ status: 'failed' })
   */
  plugin<const Described extends PluginApi>(api: Described): MethodsNamed<keyof Described['methods'] & string>
  /**
   * Queues jobs by name: `await local.jobs.sendNewsletter({ issue: 7 }, { in: '10m' })`. Inside of a transaction, the
   * job commits with it. Unknown names throw `not_found`.
   */
  readonly jobs: Readonly<Record<string, AnyMethods[string]>>
  readonly queue: AnyMethods
  readonly mail: MailApi
  /** Runs `work` in one transaction, which calls of the given API join. Rolls back if it throws. */
  transaction<Result>(work: (local: AnyLocalApi) => Promise<Result>): Promise<Result>
  /** Acts for this actor, with exactly its rights. */
  as(actor: Actor, options?: ActingOptions): AnyLocalApi
  /** Skips access rules. */
  asSystem(): AnyLocalApi
}
