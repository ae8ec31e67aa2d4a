import type { Actor } from './access.ts'
import type { KeyScopes } from './key-scopes.ts'
import type { MailApi } from './mail.ts'
import type { PluginApi } from './plugin-api.ts'

/** Options for acting as another actor. */
export interface ActingOptions {
  /** Leaves only some of the actor's rights, as an API key with these scopes would. */
  readonly scopes?: KeyScopes
}

/**
 * The methods of one collection or global, one for each operation. Their arguments and answers follow from the
 * configuration, which this contract doesn't know; `LocalApi<typeof config>` does.
 */
export interface AnyMethods {
  // oxlint-disable-next-line typescript/no-explicit-any -- hooks of every application call these with their own types
  readonly [method: string]: (...args: any[]) => Promise<any>
}

/** The methods of a collection, with the one that answers with many documents, one after another. */
export type AnyCollectionMethods = {
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  readonly each: (...args: any[]) => AsyncIterable<any>
} & AnyMethods

type Named<Method extends string> = Readonly<Record<Method, AnyMethods[string]>>

/** What `collection(slug)` gives: all that some collection may have. What this one lacks throws when it is asked for. */
export type DemandedCollection = AnyCollectionMethods &
  Named<
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

/** What `global(slug)` gives, in the same way. */
export type DemandedGlobal = AnyMethods &
  Named<
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

/** What `users(slug)` gives, in the same way. */
export type DemandedUsers = AnyMethods &
  Named<
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
    | 'unlock'
    | 'updateUserApiKey'
    | 'userApiKeys'
    | 'userFactors'
    | 'userIdentities'
    | 'verify'
    | 'withdrawInvitation'
  >

/** Methods about the whole application. */
export interface OverviewMethods {
  readonly access: AnyMethods[string]
  readonly counts: AnyMethods[string]
  readonly search: AnyMethods[string]
  readonly documents: AnyMethods[string]
  readonly scheduledAll: AnyMethods[string]
  readonly startPage: AnyMethods[string]
  /** A page of the change feed. */
  readonly readChanges: AnyMethods[string]
  /** What happens, as it happens (docs/changes.md). */
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
  /** A global by its slug, in the same way. */
  global(slug: string): DemandedGlobal
  /** Signing in and related methods of an auth collection, in the same way. */
  users(slug: string): DemandedUsers
  /** By slug. A name that isn't there throws `not_found`, and so does a method; `in` tells what is there. */
  readonly collections: Readonly<Record<string, DemandedCollection>>
  readonly globals: Readonly<Record<string, DemandedGlobal>>
  /** Signing in and related methods, by auth collection. */
  readonly auth: Readonly<Record<string, DemandedUsers>>
  /** The actor's own sessions, keys and preferences. */
  readonly account: AnyMethods
  /** The methods that plugins bring, by the key of the plugin. */
  readonly plugins: Readonly<Record<string, AnyMethods>>
  /**
   * The operations of a plugin that describes them. What isn't there throws `not_found`; its routes are called over HTTP.
   *
   * @example
   * const { docs } = await local.plugin(webhooksApi).deliveries({ status: 'failed' })
   */
  plugin<const Described extends PluginApi>(api: Described): Named<keyof Described['methods'] & string>
  /**
   * Queues jobs, by their names: `await local.jobs.sendNewsletter({ issue: 7 }, { in: '10m' })`. Within a transaction, the job is there if
   * that is committed, and only then. A name that isn't there throws `not_found`.
   */
  readonly jobs: Readonly<Record<string, AnyMethods[string]>>
  /** Sees to jobs: lists, reads, cancels and retries them. */
  readonly queue: AnyMethods
  /** Sends mails of the application's own. */
  readonly mail: MailApi
  /** Runs `work` in one transaction, which the calls of the given API join. If it throws, nothing happened. */
  transaction<Result>(work: (local: AnyLocalApi) => Promise<Result>): Promise<Result>
  /** Acts for this actor, with exactly its rights. */
  as(actor: Actor, options?: ActingOptions): AnyLocalApi
  /** The one explicit way past the access rules. */
  asSystem(): AnyLocalApi
}
